const test = require('node:test');
const assert = require('node:assert/strict');
const { command } = require('../src/command');
const manifest = require('../package.json');

/** @param {Record<string, unknown>} values */
const settings = (values) => ({ get: (/** @type {string} */ key) => values[key] });

test('the program is started with the settings, in the folder of the workspace', () => {
  assert.deepEqual(command(settings({ path: '/opt/warpcheck', arguments: ['--potential', '--', '-Iinclude'] }), '/work'),
    { command: '/opt/warpcheck', args: ['lsp', '--potential', '--', '-Iinclude'], options: { cwd: '/work' } });
  assert.deepEqual(command(settings({ path: '' }), undefined), { command: 'warpcheck', args: ['lsp'], options: { cwd: undefined } });
});

test('settings of another type are refused', () => {
  assert.throws(() => command(settings({ arguments: '--potential' }), undefined), /a list of texts/);
  assert.throws(() => command(settings({ path: 7 }), undefined), /a text/);
});

test('a workspace that is not trusted says neither what is started nor how', () => {
  const known = Object.keys(manifest.contributes.configuration.properties);
  assert.deepEqual(known, ['warpcheck.path', 'warpcheck.arguments']);
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, known);
});
