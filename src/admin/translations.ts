import { isLanguage, type Language } from '../i18n/language.ts';
import { filled } from '../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../lib/html.ts';
import { pageText } from '../pages/parts/rich-text.ts';
import { merge } from './events/merge.ts';
import { asHtml, plainText } from './events/values.ts';
import { jsonIn, type SentForm } from './form.ts';
import type { AdminAnswer, AdminCall, AdminPage, Shown } from './page.ts';
import { backLink, described, fieldId, fold, head, notSaved, richText, statusOf } from './parts.ts';
import { pageAbout } from './problems.ts';
import type { SurfaceName } from './surface.ts';

type MemberTexts = Readonly<Record<string, string>>;

/** What is known of the translations of a record: its texts by language and member, with the status of a draft. */
export interface Translated {
  /** The language of its own texts. */
  readonly language: Language;
  readonly translations: Readonly<Partial<Record<Language, MemberTexts>>>;
}

/** A text of a record that has translations. */
export interface TranslatedText {
  readonly name: string;
  readonly label: string;
  /** Whether it is HTML with paragraphs. */
  readonly isLong?: boolean;
  /** Whether it is plain and may have several lines, which browsers leave out of a field of one. */
  readonly hasLines?: boolean;
  readonly original: string;
  /** What there is in the other language; '' for nothing. */
  readonly stored: string;
}

/** A record between its language and another one. */
export interface Translatable extends Translated {
  readonly title: string;
  readonly url: string;
  /** Its form. */
  readonly form: string;
  /** The page of its translation into a language. */
  addressIn(to: Language): string;
  /** The menu entry of its kind. */
  readonly section: SurfaceName;
  readonly texts: readonly TranslatedText[];
  /** The texts that count for how far a translation is. */
  readonly counted: MemberTexts;
  /**
   * Writes texts that have changed, and whether the translation is a draft.
   * @returns what the interface refuses, by the text
   */
  write(texts: MemberTexts, status: string): Promise<MemberTexts | undefined>;
}

/**
 * The page with the texts of a record beside those in another language.
 * @param find the record of the address; undefined if the viewer may not edit it
 */
export function translationPageOf(
  find: (call: AdminCall, to: Language) => Promise<Translatable | undefined>,
): AdminPage {
  const findTranslating = async (call: AdminCall): Promise<Translating | undefined> => {
    const { to } = call.parameters;
    const of = isLanguage(to) ? await find(call, to) : undefined;
    return of && isLanguage(to) && to !== of.language ? { call, of, to } : undefined;
  };
  return pageAbout(findTranslating, {
    show: (_, translating) => page(translating, storedIn(translating)),
    act: (_, translating, form) => save(translating, form),
  });
}

interface Translating {
  readonly call: AdminCall;
  readonly of: Translatable;
  readonly to: Language;
}

const storedIn = ({ of }: Translating): MemberTexts =>
  Object.fromEntries(of.texts.map(({ name, isLong, stored }) => [name, isLong ? plainText(stored) : stored]));

/** Writes the texts that differ from those with which the form was opened. */
async function save(translating: Translating, { values: posted }: SentForm): Promise<AdminAnswer> {
  const { call, of, to } = translating;
  const stored = storedIn(translating);
  const sent = textsIn(of, posted, stored);
  const { values, conflicts } = merge(sent, textsIn(of, jsonIn(posted.opened) ?? {}, stored), stored, call);
  if (Object.keys(conflicts).length > 0) return page(translating, values, conflicts as MemberTexts);
  const changed = of.texts.filter(({ name }) => values[name] !== stored[name]);
  const status = posted.do === 'draft' ? 'draft' : 'publish';
  const texts = changed.map(({ name, isLong }) => [name, isLong ? asHtml(values[name]!) : values[name]!]);
  const refused = await of.write(Object.fromEntries(texts), status);
  if (refused) return page(translating, values, refused);
  const next =
    posted.do === 'next' && languagesFor(call, of).find(one => one !== to && lacksTexts(of.counted, of, one));
  return {
    to: of.addressIn(next || to),
    notice: { done: status === 'draft' ? 'translation_saved' : 'translation_published' },
  };
}

/** The texts of a form; a text that it does not have stays. */
const textsIn = ({ texts }: Translatable, posted: SentForm['values'], stored: MemberTexts): MemberTexts =>
  Object.fromEntries(
    texts.map(({ name, isLong }) => {
      const text = posted[name];
      if (typeof text !== 'string') return [name, stored[name]!];
      const typed = text.replaceAll('\r\n', '\n').trim();
      return [name, isLong ? plainText(asHtml(typed)) : typed];
    }),
  );

/** What the interface refuses, at the texts that it names: `translations.fr.title`. */
export const atTexts = (
  refused: MemberTexts,
  texts: readonly { readonly name: string; readonly label: string; readonly member?: string }[],
): MemberTexts =>
  Object.fromEntries(
    Object.values(refused).map(text => {
      const [path = '', member] = /translations\.\w+\.(\w+)/.exec(text) ?? [];
      const at = texts.find(one => (one.member ?? one.name) === member) ?? texts[0]!;
      return [at.name, text.replace(path, at.label)];
    }),
  );

/** The languages of the site into which a record can be translated. */
export const languagesFor = (call: AdminCall, { language }: Translated): Language[] =>
  call.config.LANGUAGES.filter(one => one !== language);

/** How far the translation of these texts is. */
function countOf(counted: MemberTexts, { translations }: Translated, to: Language) {
  const own = Object.keys(counted).filter(name => counted[name]);
  return { done: own.filter(name => translations[to]?.[name]).length, all: own.length };
}

/** Whether a translation lacks one of these texts, or is not published. */
export function lacksTexts(counted: MemberTexts, of: Translated, to: Language): boolean {
  const { done, all } = countOf(counted, of, to);
  return done < all || of.translations[to]?.status === 'draft';
}

/** The name of a language in the language of the page: `anglès`. */
export const nameOf = (language: Language, call: AdminCall): string => call.words.eventTranslation[language];

/** How far a translation is: `2 of 3`, `draft`, `done`. */
function progressOf(counted: MemberTexts, of: Translated, to: Language, call: AdminCall): Html {
  const words = call.words.eventTranslation;
  const { done, all } = countOf(counted, of, to);
  if (done < all) return html`<span class="lacks">${filled(words.some, { done, all })}</span>`;
  const isDraft = of.translations[to]?.status === 'draft';
  return html`<span class="muted">${isDraft ? words.draft : words.done}</span>`;
}

/** The languages that a record has, as its form shows them, with a page for each and what it lacks. */
export function translationsFold(
  call: AdminCall,
  of: Translated,
  counted: MemberTexts,
  addressIn: Translatable['addressIn'],
): Html {
  const others = languagesFor(call, of);
  if (others.length === 0) return NOTHING;
  const own = others.filter(one => of.translations[one]);
  const value = [of.language, ...own].map(one => nameOf(one, call)).join(', ');
  const links = others.map(
    to =>
      html`<li><a href="${addressIn(to)}">${filled(call.words.eventTranslation.into, { language: nameOf(to, call) })}</a> ${progressOf(counted, of, to, call)}</li>\n`,
  );
  const said = { key: call.words.eventForm.translations, value, isSet: own.length > 0 };
  return fold(call, said, html`<ul class="checks">${links}</ul>\n`);
}

async function page(translating: Translating, values: MemberTexts, errors: MemberTexts = {}): Promise<Shown> {
  const { call, of, to } = translating;
  const words = call.words.eventTranslation;
  const form = call.words.eventForm;
  const { title, texts } = of;
  const translation = of.translations[to];
  const isDraft = translation === undefined || translation.status === 'draft';
  const lead = filled(words.lead, { language: nameOf(to, call) });
  const languages = languagesFor(call, of);
  const tabs = languages.map(
    language =>
      html`<li><a href="${of.addressIn(language)}"${attribute('aria-current', language === to ? 'page' : undefined)}>${nameOf(language, call)} ${progressOf(of.counted, of, language, call)}</a></li>\n`,
  );
  const shown = texts.filter(({ name, original }) => original !== '' || values[name] !== '');
  const pairs = await Promise.all(
    shown.map(async text => {
      const { name, isLong, original } = text;
      // Long texts are HTML, which loses what only a page of its own may show.
      const told = isLong ? await pageText(original, call, of.url) : html`<p>${original}</p>`;
      return pairOf({ ...text, shownOriginal: told, value: values[name]!, error: errors[name] }, call, [
        of.language,
        to,
      ]);
    }),
  );
  const labels = Object.fromEntries(shown.map(({ name, label }) => [name, label]));
  const wrong = Object.fromEntries(Object.entries(errors).filter(([name]) => name in labels));
  const back = backLink(of.form, filled(form.edit, { title }));
  const main = html`${head(title, { back, lead })}${notSaved(call, wrong, name => labels[name]!)}${languages.length > 1 && html`<nav class="tabs" aria-label="${words.language}"><ul>${tabs}</ul></nav>\n`}<form method="post" action="${of.addressIn(to)}">
<input type="hidden" name="opened" value="${JSON.stringify(storedIn(translating))}">
${pairs}<div class="bar">
<p class="state" role="status"><span class="status"><span class="sign${!isDraft && ' full'}"></span>${isDraft ? words.not_published : words.published}</span></p>
${isDraft && html`<button type="submit" class="button roomy" name="do" value="draft">${form.save_draft}</button>\n`}${languages.length > 1 && html`<button type="submit" class="button roomy" name="do" value="next">${words.publish_next}</button>\n`}<button type="submit" class="button main" name="do" value="publish">${isDraft ? form.publish : form.update}</button>
</div>
</form>`;
  return { title: `${title} · ${nameOf(to, call)}`, main, section: of.section, status: statusOf(wrong) };
}

interface TextPair extends Pick<TranslatedText, 'name' | 'label' | 'isLong' | 'hasLines'> {
  readonly shownOriginal: Html;
  readonly value: string;
  readonly error: string | undefined;
}

/** A text and the field of its translation. */
function pairOf(
  { name, label, isLong, hasLines, shownOriginal: told, value, error }: TextPair,
  call: AdminCall,
  [own, to]: readonly [Language, Language],
): Html {
  const state = { name, label, error };
  const id = fieldId(name);
  const control = isLong
    ? richText(call, { ...state, value, lang: to })
    : hasLines
      ? html`<textarea id="${id}" name="${name}" rows="3" lang="${to}"${described(state)}>${value}</textarea>`
      : html`<input type="text" id="${id}" name="${name}" lang="${to}" value="${value}"${described(state)}>`;
  return html`<div class="side-by-side">
<div><p class="label">${label} <span class="optional">${nameOf(own, call)}</span></p><div class="original" lang="${own}">${told}</div></div>
<div class="field"><label for="${id}">${label} <span class="optional">${nameOf(to, call)}</span></label>
${error ? html`<p class="error" id="${id}-error">${error}</p>\n` : NOTHING}${control}
</div>
</div>
`;
}
