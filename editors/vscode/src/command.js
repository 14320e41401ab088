/**
 * The program to start, as vscode-languageclient takes it.
 * @param {{ get(key: string): unknown }} settings those of "warpcheck"
 * @param {string | undefined} folder of the workspace
 */
function command(settings, folder) {
  const path = settings.get('path') || 'warpcheck';
  const words = settings.get('arguments') ?? [];
  if (typeof path !== 'string' || !isList(words)) {
    throw new Error('warpcheck.path is to be a text and warpcheck.arguments a list of texts');
  }
  return { command: path, args: ['lsp', ...flags(settings), ...words], options: { cwd: folder } };
}

/**
 * The flags that settings of their own stand for. They come first, so that those of warpcheck.arguments win.
 * @param {{ get(key: string): unknown }} settings
 * @returns {string[]}
 */
function flags(settings) {
  const all = [];
  const potential = settings.get('potential');
  if (potential === 'warning') all.push('--potential');
  if (potential === 'off') all.push('--no-hints');
  const architectures = settings.get('architectures');
  if (isList(architectures) && architectures.length > 0) all.push('--arch', architectures.join(','));
  for (const [key, flag] of [['database', '-p'], ['baseline', '--baseline']]) {
    const value = settings.get(key);
    if (typeof value === 'string' && value !== '') all.push(flag, value);
  }
  return all;
}

/**
 * @param {unknown} value
 * @returns {value is string[]}
 */
function isList(value) {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

module.exports = { command };
