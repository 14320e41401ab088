/**
 * The program to start, as vscode-languageclient takes it.
 * @param {{ get(key: string): unknown }} settings those of "warpcheck"
 * @param {string | undefined} folder of the workspace
 */
function command(settings, folder) {
  const path = settings.get('path') || 'warpcheck';
  const words = settings.get('arguments') ?? [];
  if (typeof path !== 'string' || !Array.isArray(words) || !words.every((word) => typeof word === 'string')) {
    throw new Error('warpcheck.path is to be a text and warpcheck.arguments a list of texts');
  }
  return { command: path, args: ['lsp', ...words], options: { cwd: folder } };
}

module.exports = { command };
