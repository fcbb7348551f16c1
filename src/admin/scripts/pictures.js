// Sends a picture by itself as soon as it is chosen, dropped or pasted: no error in the form can lose it.
// data-picture: the address that takes it and answers with the part of the page that shows it; data-sending and
// data-failed say how it stands. Also sets what crops keep by a click on the picture.

/** Milliseconds after which a picture that has not arrived is given up: publishing waits for no longer. */
const LONGEST = 120_000;

for (const drop of document.querySelectorAll('[data-picture]')) {
  const form = drop.closest('form');
  const [chooser, progress, state] = ['[type="file"]', 'progress', '[role="status"]'].map(part =>
    drop.querySelector(part),
  );
  const held = drop.parentElement.querySelector('[data-held]');
  let sending;
  /** The button of a submission that waits for the picture. */
  let waiting;

  function send(file) {
    sending?.abort();
    const body = new FormData();
    body.set('file', file);
    sending = new XMLHttpRequest();
    sending.open('POST', drop.dataset.picture);
    sending.setRequestHeader('accept', 'application/json');
    sending.responseType = 'json';
    sending.upload.onprogress = ({ loaded, total }) => {
      progress.value = loaded / total;
    };
    sending.onload = ({ target: { response } }) => done(response ?? {});
    sending.timeout = LONGEST;
    sending.onerror = () => done({});
    sending.ontimeout = sending.onerror;
    progress.hidden = false;
    progress.removeAttribute('value');
    state.textContent = drop.dataset.sending;
    sending.send(body);
  }

  function done({ part, problem = drop.dataset.failed }) {
    sending = undefined;
    progress.hidden = true;
    state.textContent = part ? '' : problem;
    state.classList.toggle('error', !part);
    chooser.value = '';
    if (part) {
      const made = new DOMParser().parseFromString(part, 'text/html');
      // What was said of another picture does not describe this one.
      if (held.querySelector('[name="image"]')?.value)
        for (const name of ['alt_text', 'credit', 'license']) form.elements[name].value = '';
      held.replaceChildren(...made.body.childNodes);
      form.dispatchEvent(new Event('input', { bubbles: true }));
      if (waiting) form.requestSubmit(waiting);
    }
    waiting = undefined;
  }

  const take = (event, { files = [], types = [] } = {}) => {
    const file = [...files].find(({ type }) => type.startsWith('image/'));
    // A text with a picture beside it is a text.
    if (!file || [...types].some(type => type.startsWith('text/'))) return;
    event.preventDefault();
    send(file);
  };
  chooser.addEventListener('change', () => chooser.files[0] && send(chooser.files[0]));
  form.addEventListener('paste', event => take(event, event.clipboardData));
  form.addEventListener('drop', event => take(event, event.dataTransfer));
  form.addEventListener('dragover', event => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  });
  form.addEventListener('submit', event => {
    if (!sending) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting = event.submitter;
  });

  addEventListener('beforeunload', event => sending && event.preventDefault());

  const show = () => {
    const [x, y] = [form.elements.focus_x.value, form.elements.focus_y.value];
    held.querySelector('path').setAttribute('d', `M${x} 0V100M0 ${y}H100`);
  };
  held.addEventListener('input', ({ target }) => target.type === 'range' && show());
  held.addEventListener('click', event => {
    const { target, offsetX, offsetY } = event;
    if (target.type !== 'image') return;
    event.preventDefault();
    form.elements.focus_x.value = Math.round((100 * offsetX) / target.width);
    form.elements.focus_y.value = Math.round((100 * offsetY) / target.height);
    show();
    form.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
