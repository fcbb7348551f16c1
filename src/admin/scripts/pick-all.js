// Ticks all boxes of a list by one, and reads aloud how many are ticked: data-pick-all is its label, and says the words.
for (const label of document.querySelectorAll('[data-pick-all]')) {
  const all = label.querySelector('input');
  const boxes = [...label.closest('table').querySelectorAll('tbody input[type="checkbox"]')];
  const told = Object.assign(document.createElement('p'), { className: 'hidden', role: 'status' });
  label.hidden = false;
  label.closest('form').append(told);
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
  });
  label.closest('table').addEventListener('change', () => {
    const { length } = boxes.filter(box => box.checked);
    all.checked = length === boxes.length;
    told.textContent = `${label.dataset.pickAll} ${length}`;
  });
}
