const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { command } = require('./command');

/** @type {LanguageClient | undefined} */
let client;

/** Starts the server; what goes wrong is told once, with what to do. */
async function start() {
  try {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const server = command(vscode.workspace.getConfiguration('warpcheck'), folder);
    client = new LanguageClient('warpcheck', 'warpcheck', server, {
      documentSelector: [{ scheme: 'file', language: 'cuda-cpp' }, { scheme: 'file', pattern: '**/*.{cu,cuh,cu.cc,cu.cpp,cu.cxx,cu.h,cu.hpp}' },
        { scheme: 'file', language: 'python' }],
    });
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `warpcheck does not start: ${error instanceof Error ? error.message : error}. Install it, or set warpcheck.path.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  let last = Promise.resolve();
  const restart = () => (last = last.then(stop).then(start));
  context.subscriptions.push(
    vscode.commands.registerCommand('warpcheck.restart', restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('warpcheck')) restart();
    }),
  );
  last = start();
  await last;
}

module.exports = { activate, deactivate: stop };
