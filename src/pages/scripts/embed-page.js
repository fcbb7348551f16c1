// Composes the line for another site as the reader chooses: the service writes it, and the page takes it over.
const form = document.querySelector('.embed-form');
form.querySelector('button').remove();

let load = new AbortController();
form.addEventListener('change', async () => {
  load.abort();
  load = new AbortController();
  const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  try {
    const response = await fetch(address, { signal: load.signal, headers: { Accept: 'text/html' } });
    const next = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of ['.embed-line', '.embed-frame', '.embed-result'])
      document.querySelector(part).replaceChildren(...next.querySelector(part).childNodes);
  } catch (error) {
    // Without the service, the reader goes where the form leads.
    if (error.name !== 'AbortError') form.submit();
  }
});

const copy = document.querySelector('[data-copy]');
copy.hidden = !navigator.clipboard;
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(document.querySelector('.embed-line').textContent);
  copy.nextElementSibling.textContent = copy.dataset.copied;
});
