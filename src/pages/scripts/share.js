// Shows the buttons that open the share sheet of the platform, where it has one.
for (const button of document.querySelectorAll('[data-share]')) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
  });
}
