// Looks at pages in a browser, on a desk and on a phone, light and dark: none scrolls sideways, and the accessibility
// checker has no finding, before and after its search, its example or its filter is used. See the script run beside this file.
//
//	node check.cjs [--shots FOLDER] PAGE...        a page is a file or an address
const fs = require('fs');
const path = require('path');
const {chromium} = require('playwright-core');

const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const screens = [['desk', 1280], ['phone', 360]];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a reader does on pages of each kind: the field that such a page has, and what follows. */
const uses = [
  ['#query', async (tab) => { // the site
    await tab.fill('#query', 'mask');
    await tab.waitForSelector('#results li');
  }],
  ['[name=example]', async (tab) => { // the playground
    await tab.check('[name=potential]');
    await tab.selectOption('[name=example]', {index: 1});
    await tab.waitForSelector('#findings li', {timeout: 60000});
  }],
  ['input[type=search]', async (tab) => { // a report
    await tab.evaluate(() => { for (const d of document.querySelectorAll('details')) d.open = true; });
    await tab.fill('input[type=search]', 'mask');
  }],
];

/** Returns what is wrong with a page as it stands, a line each. */
async function faults(tab) {
  const lines = await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []);
  await tab.evaluate(axe);
  const {violations} = await tab.evaluate((values) => axe.run(document, {runOnly: {type: 'tag', values}}), tags);
  for (const v of violations) lines.push(`${v.id}: ${v.help}: ${v.nodes.map((n) => n.html).slice(0, 3).join(' | ')}`);
  return lines;
}

/** Looks at a page as it comes, and as it is when it is used. Returns the number of faults. */
async function look(context, page, name, shots) {
  const tab = await context.newPage();
  await tab.goto(/^https?:/.test(page) ? page : 'file://' + path.resolve(page));
  let wrong = 0;
  const tell = async (state) => {
    for (const line of await faults(tab)) {
      console.log(`${page}, ${name}, ${state}: ${line}`);
      wrong++;
    }
    if (shots) await tab.screenshot({path: path.join(shots, `${path.basename(page) || 'address'}-${name}-${state}.png`)});
  };
  await tell('as it comes');
  for (const [field, use] of uses) {
    if (await tab.$(field) === null) continue;
    await use(tab);
    await tell('in use');
    break;
  }
  await tab.close();
  return wrong;
}

(async () => {
  const words = process.argv.slice(2);
  const shots = words[0] === '--shots' ? words.splice(0, 2)[1] : undefined;
  const browser = await chromium.launch({executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox']});
  let wrong = 0;
  for (const colorScheme of ['light', 'dark']) {
    for (const [screen, width] of screens) {
      const context = await browser.newContext({bypassCSP: true, colorScheme, viewport: {width, height: 900}, isMobile: screen === 'phone'});
      for (const page of words) wrong += await look(context, page, `${screen} ${colorScheme}`, shots);
      await context.close();
    }
  }
  await browser.close();
  console.log(`${words.length} pages, each in 4 ways: ${wrong} faults`);
  process.exitCode = wrong ? 1 : 0;
})();
