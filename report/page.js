'use strict';
// Shows the findings that the reader asks for, in the order that they ask for. Without this script all are shown.
(() => {
  const form = document.getElementById('filter');
  const list = document.getElementById('findings');
  const findings = [...list.querySelectorAll('article')];
  const texts = new Map(findings.map((f) => [f, f.textContent.toLowerCase()]));
  const severities = ['error', 'warning', 'note'];
  const compare = {
    report: (a, b) => findings.indexOf(a) - findings.indexOf(b),
    severity: (a, b) => severities.indexOf(a.className) - severities.indexOf(b.className),
    file: (a, b) => (a.dataset.file < b.dataset.file ? -1 : a.dataset.file > b.dataset.file ? 1 : 0),
    rule: (a, b) => (a.dataset.rule < b.dataset.rule ? -1 : a.dataset.rule > b.dataset.rule ? 1 : 0),
  };
  const apply = () => {
    const words = form.elements.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const {severity, rule, order} = form.elements;
    let shown = 0;
    for (const f of findings) {
      f.hidden = (severity.value && f.className !== severity.value) || (rule.value && f.dataset.rule !== rule.value) ||
        !words.every((word) => texts.get(f).includes(word));
      shown += f.hidden ? 0 : 1;
    }
    list.append(...[...findings].sort((a, b) => compare[order.value](a, b) || compare.report(a, b)));
    document.getElementById('shown').textContent = `${shown} of ${findings.length} shown`;
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(apply));
  form.hidden = false;
  apply();
})();
