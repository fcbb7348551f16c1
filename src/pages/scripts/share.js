// Shows the buttons that open the share sheet of the platform, where it has one.
for (const button of document.querySelectorAll('[data-share]')) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
  });
}

// Copies the address of a page, and says so for a moment.
for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  const said = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = said;
    }, 2000);
  });
}
