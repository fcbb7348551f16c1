// Tells what a text about dates means while it is typed: data-when-from is the address that answers with that part.

/** Milliseconds of quiet before the text is sent. */
const QUIET = 300;

for (const field of document.querySelectorAll('[data-when-from]')) {
  const part = document.getElementById('when-understood');
  part.tabIndex = -1;
  let timer;
  let asked = 0;

  async function tell() {
    const query = new URLSearchParams({ when: field.value });
    // Hours alone are those of the day that the form has.
    const form = new FormData(field.form);
    for (const name of ['start_day', 'end_day', 'repeats'])
      if (form.has(name)) query.set(name, form.get(name));
    for (const answer of part.querySelectorAll('input:checked, input[type="hidden"]'))
      query.set(answer.name, answer.value);
    const mine = ++asked;
    const response = await fetch(`${field.dataset.whenFrom}?${query}`).catch(() => undefined);
    if (!response?.ok || mine !== asked) return;
    // The answer is a part of this page, made by its templates.
    const made = new DOMParser().parseFromString(await response.text(), 'text/html');
    const isHere = part.contains(document.activeElement);
    part.replaceChildren(...made.body.childNodes);
    // An answer takes its question away, and must not take the focus along.
    if (isHere) (part.querySelector('input[type="radio"]') ?? part).focus();
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(tell, QUIET);
  });
  part.addEventListener('change', tell);
  // What was read once, the exact fields say: the text above them says no more what they say instead.
  const exact = /^(?:start_day|start_time|end_day|end_time|repeats|until|except|lines)$/;
  field.form.addEventListener('change', ({ target: { name } }) => {
    if (exact.test(name) && field.value === field.form.elements.when_read?.value) field.value = '';
  });
}
