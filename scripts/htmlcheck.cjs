// Looks at an HTML report in a browser: no horizontal scroll of the page, and nothing that the
// accessibility checker finds, on a desk and on a phone, light and dark. Once, in an empty folder:
//
//	npm install axe-core puppeteer-core        and a Chromium, as of Debian's package chromium
//	NODE_PATH=node_modules node scripts/htmlcheck.cjs report.html [FOLDER for screenshots]
const fs = require('fs');
const path = require('path');
const puppeteer = require('puppeteer-core');

const [page, shots] = process.argv.slice(2);
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const screens = [['desk', 1280], ['phone', 360]];

async function look(browser, scheme, name, width) {
  const tab = await browser.newPage();
  await tab.setBypassCSP(true);
  await tab.setViewport({width, height: 900, isMobile: name === 'phone'});
  await tab.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
  await tab.goto('file://' + path.resolve(page));
  const scrolls = await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await tab.evaluate(axe);
  const {violations} = await tab.evaluate(() => axe.run(document,
    {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']}));
  if (shots) await tab.screenshot({path: path.join(shots, `${name}-${scheme}.png`)});
  console.log(`${name}, ${scheme}: ${scrolls ? 'the page scrolls sideways' : 'fits'}, ${violations.length} violations`);
  for (const v of violations) console.log(`  ${v.id}: ${v.help}: ${v.nodes[0].html}`);
  return scrolls || violations.length > 0;
}

(async () => {
  const browser = await puppeteer.launch({executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox']});
  let wrong = false;
  for (const scheme of ['light', 'dark']) {
    for (const [name, width] of screens) wrong = await look(browser, scheme, name, width) || wrong;
  }
  await browser.close();
  process.exitCode = wrong ? 1 : 0;
})();
