// Ticks all boxes of a list by one: data-pick-all is its label.
for (const label of document.querySelectorAll('[data-pick-all]')) {
  const all = label.querySelector('input');
  const boxes = label.closest('table').querySelectorAll('tbody input[type="checkbox"]');
  label.hidden = false;
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
  });
}
