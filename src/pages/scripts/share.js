// Shows the buttons that open the share sheet of the platform, where it has one.
for (const button of document.querySelectorAll('[data-share]')) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
  });
}

// Where it has none, copies the address of a page, and says so for a moment.
for (const button of document.querySelectorAll('[data-copy]')) {
  if (navigator.share || !navigator.clipboard) continue;
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

// The way to a place opens the map of the phone.
for (const link of document.querySelectorAll('[data-place]')) {
  const place = encodeURIComponent(link.dataset.place);
  if (/Android/.test(navigator.userAgent)) link.href = `geo:0,0?q=${place}`;
  else if (/iPhone|iPad/.test(navigator.userAgent)) link.href = `https://maps.apple.com/?daddr=${place}`;
}

// The way back leads to the page of the site from which the reader came, unless it is one of an event as well.
const from = URL.parse(document.referrer);
for (const link of document.querySelectorAll('[data-back]')) {
  const home = new URL('../../../', link.href);
  const [events] = location.pathname.slice(home.pathname.length).split('/');
  if (from?.origin !== home.origin || !from.pathname.startsWith(home.pathname)) continue;
  if (from.pathname.includes(`/${events}/`)) continue;
  link.href = from.href;
  link.textContent = link.dataset.back;
}
