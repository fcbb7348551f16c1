// Copies what a button names, and says so.
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
  });
}
