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

test('settings stand for flags, before those of the arguments', () => {
  const all = { potential: 'warning', architectures: ['sm_70', 'sm_90'], database: 'build', baseline: 'known.json', arguments: ['--no-cache'] };
  assert.deepEqual(command(settings(all), undefined).args,
    ['lsp', '--potential', '--arch', 'sm_70,sm_90', '-p', 'build', '--baseline', 'known.json', '--no-cache']);
  assert.deepEqual(command(settings({ potential: 'off' }), undefined).args, ['lsp', '--no-hints']);
  assert.deepEqual(command(settings({ potential: 'hint', architectures: [], database: '', baseline: '' }), undefined).args, ['lsp']);
});

test('a workspace that is not trusted says neither what is started nor which files are read', () => {
  const known = Object.keys(manifest.contributes.configuration.properties);
  const harmless = ['warpcheck.potential', 'warpcheck.architectures'];
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, known.filter((key) => !harmless.includes(key)));
});
