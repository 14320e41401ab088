// Searches the sections of all pages for the words of the query. Titles count more than texts.
const query = document.getElementById('query');
const found = document.getElementById('found');
const results = document.getElementById('results');
const shown = 20;

function rank(section, words) {
  const title = (section.t + ' ' + section.p).toLowerCase();
  const text = section.x.toLowerCase();
  let sum = 0;
  for (const word of words) {
    if (title.includes(word)) sum += 10;
    else if (text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

/** Some words of a section around the first place of a word, none of them cut. */
function excerpt(section, word) {
  const text = section.x;
  const near = Math.max(text.toLowerCase().indexOf(word) - 40, 0);
  const from = near > 0 ? text.indexOf(' ', near) + 1 : 0;
  const to = text.length > from + 140 ? text.lastIndexOf(' ', from + 140) : text.length;
  return (from > 0 ? '... ' : '') + text.slice(from, to > from ? to : from + 140) + (to < text.length ? ' ...' : '');
}

function search() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  const ranked = words.length === 0 ? [] : sections.map((section) => ({ section, sum: rank(section, words) }))
    .filter((one) => one.sum > 0).sort((a, b) => b.sum - a.sum);
  document.getElementById('count').textContent = ranked.length === 1 ? '1 section' : `${ranked.length} sections`;
  results.replaceChildren(...ranked.slice(0, shown).map(({ section }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = root + section.u;
    link.textContent = section.p === section.t ? section.t : `${section.p}: ${section.t}`;
    item.append(link, document.createElement('br'), excerpt(section, words[0]));
    return item;
  }));
}

query.addEventListener('input', search);
query.form.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement === document.body) {
    event.preventDefault();
    query.focus();
  }
});
