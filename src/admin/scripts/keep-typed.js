import { sayTime } from '../../i18n/time-of-day.js';

// Keeps what is typed in a form in this browser until the server has it, and offers it back, never by itself.
// data-keep: the key of the form, ACCOUNT NAME RANDOM; data-kept-done: the key of a form that the server has.

/** Milliseconds after a key within which a text is kept. */
const SOON = 100;
/** Days after which a kept text is dropped. */
const DAYS = 30;

const database = new Promise((resolve, reject) => {
  const opening = indexedDB.open('almanac', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('typed');
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
});

/** Resolves once the disk has it: a browser that is killed loses nothing before. */
async function change(act) {
  const transaction = (await database).transaction('typed', 'readwrite', { durability: 'strict' });
  act(transaction.objectStore('typed'));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
  });
}

/** All kept texts: [key, { at, values }]. */
async function all() {
  const store = (await database).transaction('typed').objectStore('typed');
  const ask = request =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const [keys, values] = await Promise.all([ask(store.getAllKeys()), ask(store.getAll())]);
  return keys.map((key, position) => [key, values[position]]);
}

const UNKEPT = new Set(['password', 'file', 'hidden', 'submit', 'button']);
const fieldsOf = form => [...form.elements].filter(({ name, type }) => name && !UNKEPT.has(type));
const isChoice = ({ type }) => type === 'radio' || type === 'checkbox';

/** Fields of which a text about dates makes others. */
const DATES = /^(?:start_day|start_time|end_time|end_day|repeats|until|except|lines)$/;

/** What values say, however: an answer that is not given is none, and a place may be chosen or typed. */
function said(values) {
  const texts = values
    .filter(([, value, isMade = true]) => isMade && value !== '')
    .map(([name, value]) => [name === 'venue_often' ? 'venue' : name, value.trim()]);
  return new Map(texts.map(([name]) => [name, texts.filter(([other]) => other === name).join('\n')]));
}

/** Whether the form, as the server has it, says the same. A text about dates does if it is read as what is understood. */
async function isStored(form, values) {
  const [typed, own] = [said(values), said(valuesOf(form))];
  if (typed.has('when') && typed.get('when') !== own.get('when')) {
    const [, when] = values.find(([name]) => name === 'when');
    const asked = `${form.elements.when.dataset.whenFrom}?${new URLSearchParams({ when })}`;
    const read = await fetch(asked).then(
      response => response.text(),
      () => '',
    );
    const { textContent } = new DOMParser().parseFromString(read, 'text/html').body;
    if (textContent.trim() !== document.getElementById('when-understood').textContent.trim()) return false;
    for (const one of [typed, own])
      for (const name of [...one.keys()]) if (name === 'when' || DATES.test(name)) one.delete(name);
  }
  return typed.size === own.size && [...typed].every(([name, text]) => own.get(name) === text);
}

/** What is typed: [name, value] of each field, and of each choice whether it is made. */
const valuesOf = form =>
  fieldsOf(form).map(field =>
    isChoice(field) ? [field.name, field.value, field.checked] : [field.name, field.value],
  );

function fill(form, values) {
  const fields = fieldsOf(form);
  for (const [name, value, checked] of values)
    for (const field of fields)
      if (field.name === name && isChoice(field)) {
        if (field.value === value) field.checked = checked === true;
      } else if (field.name === name && field.value !== value) {
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
}

/** Another tab must not be offered what is still typed in this one. */
const hold = key => void navigator.locks?.request(`almanac ${key}`, () => new Promise(() => {}));

/** Keeps a form from its first change on. */
function keep(form) {
  let key = form.dataset.keep;
  let known = JSON.stringify(valuesOf(form));
  let timer;
  /** Whether this browser could not keep what is typed: then leaving the page asks. */
  let isUnkept = false;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const values = valuesOf(form);
    // Who goes back to what there was has nothing to keep.
    const isSame = JSON.stringify(values) === known;
    return change(store => (isSame ? store.delete(key) : store.put({ at: Date.now(), values }, key))).then(
      () => {
        isUnkept = false;
      },
      () => {
        isUnkept = true;
      },
    );
  };
  const later = () => {
    timer ??= setTimeout(save, SOON);
  };
  form.addEventListener('input', later);
  form.addEventListener('change', later);
  addEventListener('pagehide', () => timer && save());
  addEventListener('beforeunload', event => isUnkept && event.preventDefault());
  form.addEventListener('submit', () => {
    isUnkept = false;
  });
  // The server has what the form said then; what was typed since is kept under the key of the saved event.
  form.addEventListener('autosaved', async ({ detail }) => {
    const former = key;
    key = detail.keep;
    // What the server has need not be kept.
    if (!detail.isChanged) known = JSON.stringify(valuesOf(form));
    if (key !== former) hold(key);
    await change(store => store.delete(former));
    await save();
  });
  hold(key);
}

/** Offers what was typed in the same form before, was not saved, and differs from what the form has. */
async function offer(form, notice) {
  const [account, name] = form.dataset.keep.split(' ');
  const held = new Set(((await navigator.locks?.query())?.held ?? []).map(lock => lock.name));
  const kept = (await all())
    .filter(([key]) => key.startsWith(`${account} ${name} `) && key !== form.dataset.keep)
    .filter(([key]) => !held.has(`almanac ${key}`))
    .sort(([, one], [, other]) => other.at - one.at);
  while (kept[0] && (await isStored(form, kept[0][1].values))) kept.shift();
  if (kept.length === 0) return;
  const [key, { at, values }] = kept[0];
  const told = notice.querySelector('time');
  const day = new Date(at).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
  const time = new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short' });
  told.textContent = `${day}, ${sayTime(JSON.parse(told.dataset.times), time)}`;
  notice.hidden = false;
  const drop = () => {
    notice.hidden = true;
    form.querySelector('input:not([type="hidden"]), textarea').focus();
    return change(store => store.delete(key));
  };
  notice.querySelector('[data-restore]').addEventListener('click', () => {
    fill(form, values);
    return drop();
  });
  notice.querySelector('[data-drop]').addEventListener('click', drop);
}

const forms = [...document.querySelectorAll('form[data-keep]')];
// Before anything is waited for: somebody may type already.
for (const form of forms) keep(form);
const done = document.querySelector('[data-kept-done]')?.dataset.keptDone;
if (done) await change(store => store.delete(done));
const old = Date.now() - DAYS * 86_400_000;
for (const [key, { at }] of await all()) if (at < old) await change(store => store.delete(key));
const notice = document.querySelector('[data-kept]');
if (notice) for (const form of forms) await offer(form, notice);

// After signing out: what becomes of texts that this browser keeps.
const list = document.querySelector('[data-kept-list]');
if (list && (await all()).length > 0) {
  list.hidden = false;
  list.querySelector('[data-drop]').addEventListener('click', async () => {
    await change(store => store.clear());
    list.hidden = true;
  });
  list.querySelector('[data-leave]').addEventListener('click', () => {
    list.hidden = true;
  });
}
