// The server as VS Code's own library for the protocol sees it. WARPCHECK names the program.
const test = require('node:test');
const assert = require('node:assert/strict');
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const rpc = require('vscode-jsonrpc/node');
const { command } = require('../src/command');

const program = process.env.WARPCHECK ?? path.join(__dirname, '../../../bin/warpcheck');
const skip = spawnSync(program, ['--version']).status === 0 ? false : `${program} does not run: make build, or set WARPCHECK`;

test('a finding, its repair, and the lanes at the call', { skip }, async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warpcheck '));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  /** @type {Record<string, unknown>} */
  const settings = { path: program, arguments: ['--no-cache'] };
  const server = command({ get: (key) => settings[key] }, folder);
  const child = spawn(server.command, server.args, server.options);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin));
  const published = new Promise((resolve) => connection.onNotification('textDocument/publishDiagnostics', resolve));
  connection.listen();

  const greeting = await connection.sendRequest('initialize',
    { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} });
  assert.equal(greeting.serverInfo.name, 'warpcheck');
  await connection.sendNotification('initialized', {});
  const uri = pathToFileURL(path.join(folder, 'k.cu')).href;
  const text = '__global__ void __launch_bounds__(32) k(int *v) {\n  if (threadIdx.x < 16)\n    *v += __shfl_xor_sync(0xffffffff, *v, 1);\n}\n' +
    'void run(int *v) { k<<<1, 32>>>(v); }\n';
  await connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'cuda-cpp', version: 1, text } });

  const { diagnostics } = await published;
  assert.deepEqual(diagnostics.map((/** @type {{ code: string }} */ d) => d.code), ['not_participating_lane_in_mask']);
  const at = { line: 2, character: 12 };
  const drawn = await connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: at });
  assert.match(drawn.contents.value, /^k \[block 32, sm_70\]\n {2}mask {5}#{32}\n {2}arrives {2}#{16}\.{16}$/m);
  const [action] = await connection.sendRequest('textDocument/codeAction',
    { textDocument: { uri }, range: { start: at, end: at }, context: { diagnostics: [] } });
  assert.equal(action.edit.documentChanges[0].edits[0].newText, '0x0000ffff');

  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  assert.equal(await ended, 0);
  connection.dispose();
});
