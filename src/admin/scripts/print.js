// Prints the page by a button with data-print, and marks all of a text that is there to be copied.
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
for (const text of document.querySelectorAll('textarea[readonly]'))
  text.addEventListener('focus', () => text.select());
