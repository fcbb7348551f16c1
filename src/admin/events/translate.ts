import { isLanguage, type Language } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { pageText } from '../../pages/parts/rich-text.ts';
import { jsonIn, type SentForm } from '../form.ts';
import type { AdminAnswer, AdminCall, AdminPage, Shown } from '../page.ts';
import { described, fieldId, head, summary } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { richText } from '../rich-text.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';
import { findImage, writeImage } from './image.ts';
import { merge } from './merge.ts';
import { EVENTS, findEvent, type ShownEvent } from './record.ts';
import { asHtml, plainText } from './values.ts';

/** The texts that are translated, in the order of the form. */
const NAMES = ['title', 'description', 'excerpt', 'status_reason', 'website', 'alt_text'] as const;
type Name = (typeof NAMES)[number];
type Texts = Readonly<Record<Name, string>>;

/** Texts with paragraphs. */
const LONG: ReadonlySet<Name> = new Set(['description', 'excerpt']);

/** An event between its language and another one. */
interface Translating {
  readonly call: AdminCall;
  readonly event: ShownEvent;
  readonly to: Language;
  /** What the event says in its own language. */
  readonly original: Texts;
  readonly stored: Texts;
  readonly isDraft: boolean;
}

/** The texts of an event beside those in another language. */
export const translationPage: AdminPage = {
  async show(call) {
    const found = await translatingOf(call);
    return found ? page(found, found.stored) : problemPage(404, call);
  },
  async act(call, form) {
    const found = await translatingOf(call);
    return found ? save(found, form) : problemPage(404, call);
  },
};

async function translatingOf(call: AdminCall): Promise<Translating | undefined> {
  const { to } = call.parameters;
  const found = await findEvent(call);
  if (!found || !isLanguage(to) || to === found.event.language) return undefined;
  const { event } = found;
  const image = event.image ? await findImage(call, event.image.id) : undefined;
  const texts = (of: (name: Name) => string | undefined) =>
    Object.fromEntries(NAMES.map(name => [name, of(name) ?? ''])) as Texts;
  const { website, url } = event;
  const own: Readonly<Partial<Record<Name, unknown>>> = { ...event, website: website === url ? '' : website };
  const translation = event.translations[to];
  return {
    ...{ call, event, to, isDraft: translation === undefined || translation.status === 'draft' },
    original: texts(name => (name === 'alt_text' ? image?.alt_text : String(own[name] ?? ''))),
    stored: texts(name =>
      name === 'alt_text' ? image?.translations?.[to]?.alt_text : shownText(name, translation?.[name] ?? ''),
    ),
  };
}

const shownText = (name: Name, text: string): string => (LONG.has(name) ? plainText(text) : text);

/** Writes the texts that differ from those with which the form was opened. */
async function save(found: Translating, { values: posted }: SentForm): Promise<AdminAnswer> {
  const { call, event, to, stored } = found;
  const sent = textsIn(posted, stored);
  const { values, conflicts } = merge(sent, textsIn(jsonIn(posted.opened) ?? {}, stored), stored, call);
  if (Object.keys(conflicts).length > 0) return page(found, values, conflicts);
  const changed = NAMES.filter(name => values[name] !== stored[name]);
  const texts = changed
    .filter(name => name !== 'alt_text')
    .map(name => [name, LONG.has(name) ? asHtml(values[name]) : values[name]]);
  const status = posted.do === 'draft' ? 'draft' : 'publish';
  const translation = { ...Object.fromEntries(texts), status };
  const written = await call.ask('PATCH', `${EVENTS}/${event.id}`, { translations: { [to]: translation } });
  if (written.refused) return page(found, values, atTexts(written.refused, call));
  if (changed.includes('alt_text')) {
    const { id } = event.image as { id: number };
    const untold = await writeImage(call, id, { translations: { [to]: { alt_text: values.alt_text } } });
    if (untold) return page(found, values, { alt_text: untold });
  }
  const next = posted.do === 'next' && languagesFor(call, event).find(one => one !== to && lacks(event, one));
  return {
    to: at(call, 'translation', { id: event.id, to: next || to }),
    notice: { done: status === 'draft' ? 'translation_saved' : 'translation_published' },
  };
}

/** The texts of a form; a text that it does not have stays. */
const textsIn = (posted: Readonly<Record<string, unknown>>, stored: Texts): Texts =>
  Object.fromEntries(
    NAMES.map(name => {
      const text = posted[name];
      if (typeof text !== 'string') return [name, stored[name]];
      const typed = text.replaceAll('\r\n', '\n').trim();
      return [name, LONG.has(name) ? plainText(asHtml(typed)) : typed];
    }),
  ) as Texts;

type Errors = Readonly<Partial<Record<Name, string>>>;

/** What the interface refuses, at the texts that it names: `translations.fr.title`. */
const atTexts = (refused: Readonly<Record<string, string>>, call: AdminCall): Errors =>
  Object.fromEntries(
    Object.values(refused).map(text => {
      const [path = '', name] = /translations\.\w+\.(\w+)/.exec(text) ?? [];
      const at = NAMES.find(one => one === name) ?? 'title';
      return [at, text.replace(path, labelOf(at, call))];
    }),
  );

/** The languages of the site into which an event can be translated. */
export const languagesFor = (call: AdminCall, { language }: ShownEvent): Language[] =>
  call.config.LANGUAGES.filter(one => one !== language);

/** The texts of the event itself that a translation has, and those that there are. */
function countOf(event: ShownEvent, to: Language): { readonly done: number; readonly all: number } {
  const own = (['title', 'description', 'status_reason'] as const).filter(name => event[name]);
  return { done: own.filter(name => event.translations[to]?.[name]).length, all: own.length };
}

/** Whether a translation lacks a text, or is not published. */
export function lacks(event: ShownEvent, to: Language): boolean {
  const { done, all } = countOf(event, to);
  return done < all || event.translations[to]?.status === 'draft';
}

/** The name of a language in the language of the page: `anglès`. */
export const nameOf = (language: Language, call: AdminCall): string =>
  wordsIn('eventTranslation', call)[language];

/** How far a translation is: `2 of 3`, `draft`, `done`. */
export function progressOf(event: ShownEvent, to: Language, call: AdminCall): Html {
  const words = wordsIn('eventTranslation', call);
  const { done, all } = countOf(event, to);
  if (done < all) return html`<span class="lacks">${filled(words.some, { done, all })}</span>`;
  const isDraft = event.translations[to]?.status === 'draft';
  return html`<span class="muted">${isDraft ? words.draft : words.done}</span>`;
}

/** The languages of an event with what each lacks, as the form shows them. */
export const translationLinks = (event: ShownEvent, call: AdminCall): Html =>
  html`<ul class="checks">${languagesFor(call, event).map(
    to =>
      html`<li><a href="${at(call, 'translation', { id: event.id, to })}">${filled(wordsIn('eventTranslation', call).into, { language: nameOf(to, call) })}</a> ${progressOf(event, to, call)}</li>\n`,
  )}</ul>
`;

async function page(
  { call, event, to, original, stored, isDraft }: Translating,
  values: Texts,
  errors: Errors = {},
): Promise<Shown> {
  const words = wordsIn('eventTranslation', call);
  const form = wordsIn('eventForm', call);
  const title = event.title || form.untitled;
  const back = html`<a class="back" href="${at(call, 'event', { id: event.id })}">‹ ${filled(form.edit, { title })}</a>\n`;
  const lead = filled(words.lead, { language: nameOf(to, call) });
  const languages = languagesFor(call, event);
  const tabs = languages.map(
    language =>
      html`<li><a href="${at(call, 'translation', { id: event.id, to: language })}"${attribute('aria-current', language === to ? 'page' : undefined)}>${nameOf(language, call)} ${progressOf(event, language, call)}</a></li>\n`,
  );
  const shown = NAMES.filter(name => original[name] !== '' || values[name] !== '');
  const pairs = await Promise.all(
    shown.map(async name => {
      // Long texts are HTML, which loses what only a page of its own may show.
      const text = LONG.has(name)
        ? await pageText(original[name], call, event.url)
        : html`<p>${original[name]}</p>`;
      return pairOf({ name, original: text, value: values[name], error: errors[name] }, { call, event, to });
    }),
  );
  const wrong = shown.flatMap(name =>
    errors[name] === undefined ? [] : { name, label: labelOf(name, call), error: errors[name] },
  );
  const main = html`${head(title, { back, lead })}${summary(form.not_saved, wrong, html`<p>${form.all_is_here}</p>\n`)}${languages.length > 1 && html`<nav class="tabs" aria-label="${words.language}"><ul>${tabs}</ul></nav>\n`}<form method="post" action="${at(call, 'translation', { id: event.id, to })}">
<input type="hidden" name="opened" value="${JSON.stringify(stored)}">
${pairs}<div class="bar">
<p class="state" role="status"><span class="status"><span class="sign${!isDraft && ' full'}"></span>${isDraft ? words.not_published : words.published}</span></p>
${isDraft && html`<button type="submit" class="button roomy" name="do" value="draft">${form.save_draft}</button>\n`}${languages.length > 1 && html`<button type="submit" class="button roomy" name="do" value="next">${words.publish_next}</button>\n`}<button type="submit" class="button main" name="do" value="publish">${isDraft ? form.publish : form.update}</button>
</div>
</form>`;
  const name = `${title} · ${nameOf(to, call)}`;
  return { title: name, main, section: 'events', ...(wrong.length > 0 && { status: 422 }) };
}

function labelOf(name: Name, call: AdminCall): string {
  const form = wordsIn('eventForm', call);
  if (name === 'excerpt') return wordsIn('eventTranslation', call).excerpt;
  return name === 'description' ? form.text : form[name];
}

interface Pair {
  readonly name: Name;
  readonly original: Html;
  readonly value: string;
  readonly error: string | undefined;
}

/** A text and the field of its translation. */
function pairOf(
  { name, original, value, error }: Pair,
  { call, event, to }: Pick<Translating, 'call' | 'event' | 'to'>,
): Html {
  const label = labelOf(name, call);
  const state = { name, label, error };
  const [id, own] = [fieldId(name), event.language];
  const control = LONG.has(name)
    ? richText(call, { ...state, value, lang: to })
    : html`<input type="text" id="${id}" name="${name}" lang="${to}" value="${value}"${described(state)}>`;
  return html`<div class="side-by-side">
<div><p class="label">${label} <span class="optional">${nameOf(own, call)}</span></p><div class="original" lang="${own}">${original}</div></div>
<div class="field"><label for="${id}">${label} <span class="optional">${nameOf(to, call)}</span></label>
${error ? html`<p class="error" id="${id}-error">${error}</p>\n` : NOTHING}${control}
</div>
</div>
`;
}
