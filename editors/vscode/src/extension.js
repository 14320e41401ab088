const vscode = require('vscode');
const { LanguageClient, State } = require('vscode-languageclient/node');
const { command } = require('./command');

/** A client that does not tell of a failed start itself: start does, with what to do. */
class Client extends LanguageClient {
  /** @type {LanguageClient['error']} */
  error(message, data, showNotification) {
    const told = this.state === State.Starting || this.state === State.StartFailed ? false : showNotification;
    super.error(message, data, told);
  }
}

/** @type {Client | undefined} */
let client;

/** Starts the server; what goes wrong is told once, with what to do. */
async function start() {
  try {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const server = command(vscode.workspace.getConfiguration('warpcheck'), folder);
    client = new Client('warpcheck', 'warpcheck', server, {
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
