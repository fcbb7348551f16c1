// Saves a form by itself after a few seconds of quiet: its own request, one at a time.
// data-autosave: what it sends; its attributes data-unsaved and data-silent say how it stands.

/** Milliseconds of quiet before a save. */
const QUIET = 3000;
/** Milliseconds before a save that failed is tried again. */
const AGAIN = 10_000;
/** Milliseconds after which a save that is not answered is given up: publishing waits for no longer. */
const LONGEST = 10_000;

/** The fields of dates and hours. */
const DATES = [
  ...['start_day', 'start_time', 'end_day', 'end_time', 'repeats', 'until', 'except', 'lines'],
  'publish_at',
];

for (const form of document.querySelectorAll('form[data-autosave]')) {
  const state = form.querySelector('[data-state]');
  /** Reads aloud what became of a save, and nothing between. */
  const outcome = Object.assign(document.createElement('p'), { className: 'hidden', role: 'status' });
  form.append(outcome);
  let timer;
  let isSaving = false;
  let isChanged = false;
  let isStopped = false;
  /** The button of a submission that waits for a save. */
  let waiting;

  const plan = wait => {
    clearTimeout(timer);
    timer = setTimeout(save, wait);
  };

  const tell = (text, news = '') => {
    if (state.textContent !== text) state.textContent = text;
    outcome.textContent = news;
  };

  async function save() {
    if (isSaving || isStopped || !(form.elements.start_day.value || form.elements.when.value)) return;
    isSaving = true;
    isChanged = false;
    const body = new FormData(form);
    // A picture is sent once, with the form.
    body.delete('file');
    body.set('do', form.dataset.autosave);
    let wait = QUIET;
    try {
      const headers = { accept: 'application/json' };
      const signal = AbortSignal.timeout(LONGEST);
      const response = await fetch(form.action, { method: 'POST', body, headers, signal });
      const answer = await response.json();
      if (response.ok && answer.to) saved(answer, body);
      else {
        // A text that is not finished is saved later; what is refused otherwise waits for its sender.
        isStopped = response.status !== 422;
        const problem = answer.problem ?? form.dataset.unsaved;
        tell(problem, problem);
      }
    } catch ({ name }) {
      const problem = name === 'TimeoutError' ? form.dataset.silent : form.dataset.unsaved;
      tell(problem, problem);
      isChanged = true;
      wait = AGAIN;
    }
    isSaving = false;
    if (waiting) form.requestSubmit(waiting);
    else if (isChanged && !isStopped) plan(wait);
  }

  /** The next save changes what differs from what the server has now. */
  function saved({ to, opened, keep, look, saved: told }, sent) {
    const address = to.replace(/\?.*/, '');
    form.action = address;
    history.replaceState(null, '', address);
    let field = form.querySelector('input[name="opened"]');
    if (!field) {
      field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'opened' });
      form.prepend(field);
    }
    field.value = JSON.stringify(opened);
    // What was typed about dates has become dates, which stay as they are.
    form.elements.when_read.value = sent.get('when');
    for (const name of DATES) {
      const field = form.elements[name];
      if (field && field.value === (sent.get(name) ?? '') && field !== document.activeElement)
        field.value = opened[name];
    }
    const beside = look && form.querySelector('[data-look]');
    // A part of this page, made by its templates.
    if (beside) beside.closest('aside').hidden = false;
    if (beside) beside.replaceChildren(...new DOMParser().parseFromString(look, 'text/html').body.childNodes);
    form.elements.keep.value = keep;
    form.dispatchEvent(new CustomEvent('autosaved', { detail: { keep, isChanged } }));
    tell(told, told);
  }

  const changed = () => {
    isChanged = true;
    if (!isStopped) tell(form.dataset.unsaved);
    plan(QUIET);
  };
  form.addEventListener('input', changed);
  form.addEventListener('change', changed);
  form.addEventListener('submit', event => {
    clearTimeout(timer);
    // Otherwise both would make an event.
    if (!isSaving) return;
    event.preventDefault();
    waiting = event.submitter ?? form.querySelector('[type="submit"]');
  });
}
