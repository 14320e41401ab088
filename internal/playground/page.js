'use strict';
// Sends the text to the server of this page while one types, and shows what it answers. All text of an answer becomes
// text of the page, never markup.
(() => {
  const examples = {
    'a shuffle in a branch': '__global__ void reduce(int *out) {\n  int v = threadIdx.x;\n  if (threadIdx.x < 16)\n    v += __shfl_down_sync(0xffffffff, v, 8);\n  out[threadIdx.x] = v;\n}\n\nint main() {\n  reduce<<<1, 32>>>(nullptr);\n}\n',
    'a barrier that half of the block skips': '__global__ void sum(int *out) {\n  __shared__ int part[64];\n  part[threadIdx.x] = threadIdx.x;\n  if (threadIdx.x < 32) {\n    __syncthreads();\n    out[threadIdx.x] = part[threadIdx.x + 32];\n  }\n}\n\nint main() {\n  sum<<<1, 64>>>(nullptr);\n}\n',
    'a race in shared memory': '__global__ void shift(int *out) {\n  __shared__ int a[64];\n  a[threadIdx.x] = threadIdx.x;\n  out[threadIdx.x] = a[(threadIdx.x + 32) % 64];\n}\n\nint main() {\n  shift<<<1, 64>>>(nullptr);\n}\n',
    'without a fault': '__global__ void sum(int *out) {\n  int v = threadIdx.x;\n  for (int d = 16; d > 0; d /= 2)\n    v += __shfl_down_sync(0xffffffff, v, d);\n  if (threadIdx.x == 0)\n    out[0] = v;\n}\n\nint main() {\n  sum<<<1, 32>>>(nullptr);\n}\n',
  };
  const pause = 600; // milliseconds without a key, after which the text is checked
  const byId = (id) => document.getElementById(id);
  const text = byId('text'), how = byId('how'), status = byId('status'), numbers = byId('numbers');
  const fields = how.elements;

  // make returns an element with a class and children. A child that is no element becomes text.
  const make = (name, className, ...children) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...children);
    return element;
  };

  // offsetOf returns the index in the text of a line and a column in bytes, both counted from 1.
  const offsetOf = (line, column) => {
    const lines = text.value.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    let bytes = 1, at = 0;
    for (const character of lines[line - 1] ?? '') {
      if (bytes >= column) break;
      bytes += new TextEncoder().encode(character).length;
      at += character.length;
    }
    return before + at;
  };

  // select shows a place of the text and selects it.
  const select = (place) => {
    const begin = offsetOf(place.line, place.column ?? 1);
    const end = place.end_line ? offsetOf(place.end_line, place.end_column) : begin;
    text.focus();
    text.setSelectionRange(begin, Math.max(begin, end));
    text.scrollTop = Math.max(0, (place.line - 4) * parseFloat(getComputedStyle(text).lineHeight));
  };

  // link returns a button that shows a place, or words for a place in another file.
  const link = (place) => {
    if (place.path && place.path !== 'kernel.cu') return make('code', '', `${place.path}:${place.line ?? ''}`);
    if (!place.line) return make('code', '', 'kernel.cu');
    const button = make('button', 'place', `line ${place.line}`, place.column ? `, column ${place.column}` : '');
    button.type = 'button';
    button.addEventListener('click', () => select(place));
    return button;
  };

  // words returns ranges of the lanes of a set: "0-15, 20".
  const words = (set) => {
    const ranges = [];
    for (let lane = 0; lane < 32; lane++) {
      if (!((set >>> lane) & 1)) continue;
      const last = ranges.at(-1);
      if (last && last[1] === lane - 1) last[1] = lane;
      else ranges.push([lane, lane]);
    }
    return ranges.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`)).join(', ') || 'none';
  };

  // drawing returns a table of lanes. Each row has a name, the lanes that are on, and those that depend on data.
  const drawing = (rows) => {
    const table = make('table', 'lanes', make('caption', 'words', 'The lanes of the warp, lane 0 first'));
    for (const [name, on, open] of rows) {
      const said = `: ${words(on)}${open ? `; depends on data: ${words(open)}` : ''}`;
      const head = make('th', '', name, make('span', 'words', said));
      head.scope = 'row';
      const row = make('tr', '', head);
      for (let lane = 0; lane < 32; lane++) {
        const cell = make('td', (open >>> lane) & 1 ? 'open' : (on >>> lane) & 1 ? 'on' : '');
        cell.title = `lane ${lane}`;
        row.append(cell);
      }
      table.append(row);
    }
    return make('div', 'wide', table);
  };

  const replaceBytes = (edit) => {
    const bytes = new TextEncoder().encode(text.value), decode = (part) => new TextDecoder().decode(part);
    text.value = decode(bytes.slice(0, edit.offset)) + edit.text + decode(bytes.slice(edit.offset + edit.removed));
  };

  // repair returns a button that makes a proved repair in the text.
  const repair = (one) => {
    const button = make('button', '', `Repair: ${one.text}`, one.safe ? '' : ' (a guess at what was meant)');
    button.type = 'button';
    button.addEventListener('click', () => {
      for (const edit of [...one.edits].sort((a, b) => b.offset - a.offset)) replaceBytes(edit);
      changed();
      text.focus();
    });
    return make('p', '', button);
  };

  const finding = (f, kind) => {
    const item = make('li', `one ${f.severity}`,
      make('p', '', make('span', 'badge', kind ?? f.severity), ' ', link(f), ': ', f.message, ' ', make('code', '', `[${f.key}]`)));
    if (f.lanes) item.append(drawing(Object.keys(f.lanes).sort((a, b) => (b === 'mask') - (a === 'mask') || (a < b ? -1 : 1))
      .map((name) => [name, parseInt(f.lanes[name], 16), 0])));
    if (f.help) item.append(make('p', '', make('strong', '', 'help: '), f.help));
    if (f.repair) item.append(repair(f.repair));
    if (f.witness) item.append(make('p', '', make('strong', '', 'for example: '), f.witness.join('; ')));
    for (const more of [f.unconfirmed, ...(f.notes ?? [])]) if (more) item.append(make('p', '', more));
    const steps = make('ol', 'steps');
    for (const step of [...(f.steps ?? []), ...(f.related ?? [])]) steps.append(make('li', '', link(step), ': ', step.text ?? ''));
    if (steps.children.length) item.append(steps);
    for (const one of f.assumptions ?? []) item.append(make('p', 'quiet', `assumed: ${one}`));
    return item;
  };

  const notice = (n) => make('li', `one ${n.severity}`,
    make('p', '', make('span', 'badge', n.severity), ' ', ...(n.place ? [link(n.place), ': '] : []), n.text));

  const collective = (c) => make('li', 'one note', make('p', '', make('code', '', c.name), ' ', link(c), ': ', c.context),
    drawing([...(c.masks ?? []).map((mask) => ['mask', parseInt(mask, 16), 0]), ['arrives', parseInt(c.arrives, 16), parseInt(c.depends, 16)]]));

  const show = ({report, summary, collectives}) => {
    byId('findings').replaceChildren(...report.findings.map((f) => finding(f)), ...report.notices.map(notice));
    byId('collectives').replaceChildren(...collectives.map(collective));
    status.textContent = summary;
  };

  let running = null, timer = 0;
  const check = async () => {
    clearTimeout(timer);
    running?.abort();
    const own = running = new AbortController();
    status.textContent = 'checking';
    remember();
    try {
      const answer = await fetch('check', {method: 'POST', headers: {'Content-Type': 'application/json'}, signal: own.signal,
        body: JSON.stringify({text: text.value, arch: fields.arch.value, potential: fields.potential.checked})});
      const said = await answer.json();
      if (own.signal.aborted) return;
      if (answer.status === 503) {
        status.textContent = said.error;
        timer = setTimeout(check, 2000);
      } else if (answer.ok) show(said);
      else fail(said.error);
    } catch (error) {
      if (!own.signal.aborted) fail('the server does not answer: is warpcheck playground still running?');
    }
  };
  const fail = (why) => {
    byId('findings').replaceChildren();
    byId('collectives').replaceChildren();
    status.textContent = `not checked: ${why}`;
  };

  const number = () => {
    const count = text.value.split('\n').length;
    numbers.textContent = Array.from({length: count}, (_, i) => i + 1).join('\n');
    numbers.scrollTop = text.scrollTop;
  };
  const changed = () => {
    number();
    clearTimeout(timer);
    timer = setTimeout(check, pause);
  };

  // A shared text stands in the address behind #, which browsers do not send: "c" and its compressed bytes in base64url.
  const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  const toBase64 = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const fromBase64 = (code) => Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const write = async () => {
    const what = JSON.stringify({text: text.value, arch: fields.arch.value, potential: fields.potential.checked});
    return `#c${toBase64(await through(new TextEncoder().encode(what), new CompressionStream('deflate-raw')))}`;
  };
  const remember = async () => history.replaceState(null, '', await write());
  const read = async () => {
    if (!location.hash.startsWith('#c')) return false;
    try {
      const what = JSON.parse(new TextDecoder().decode(await through(fromBase64(location.hash.slice(2)), new DecompressionStream('deflate-raw'))));
      text.value = String(what.text);
      fields.arch.value = String(what.arch);
      fields.potential.checked = what.potential === true;
      return true;
    } catch {
      status.textContent = 'the link has no text that this page reads';
      return false;
    }
  };

  for (const name of Object.keys(examples)) fields.example.append(make('option', '', name));
  fields.example.addEventListener('change', () => {
    if (!examples[fields.example.value]) return;
    text.value = examples[fields.example.value];
    fields.example.value = '';
    number();
    check();
  });
  text.addEventListener('input', changed);
  text.addEventListener('scroll', () => { numbers.scrollTop = text.scrollTop; });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      check();
    }
  });
  how.addEventListener('submit', (event) => { event.preventDefault(); check(); });
  fields.arch.addEventListener('change', check);
  fields.potential.addEventListener('change', check);
  byId('share').addEventListener('click', async () => {
    await remember();
    await navigator.clipboard.writeText(location.href).then(
      () => { status.textContent = 'the link is copied'; }, () => { status.textContent = 'the link is the address of this page'; });
  });
  const start = async () => {
    const isShared = await read();
    if (!isShared && !text.value) text.value = Object.values(examples)[0];
    number();
    if (isShared || !location.hash) check();
  };
  addEventListener('hashchange', start);
  start();
})();
