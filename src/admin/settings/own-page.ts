import { convert } from '../../background/texts.ts';
import { PreconditionFailed } from '../../errors.ts';
import type { Language } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { singleLine } from '../../lib/text/text.ts';
import { pathTo } from '../../pages/addresses.ts';
import { changeSettings } from '../../settings/change-settings.ts';
import { designOf } from '../../site/design.ts';
import { faultInSlug, type OwnPage, ownPagePath, storedPageName, textIn } from '../../site/own-pages.ts';
import { readStored, type SettingChange } from '../../site/settings-store.ts';
import { keepIn, keptNotice, newKeep } from '../events/form.ts';
import { asId, type SentForm, textOf } from '../form.ts';
import type { AdminAnswer, AdminCall, AdminPage, Shown } from '../page.ts';
import { backTo, bar, type Field, field, head, mainButton, notSaved, richText, textField } from '../parts.ts';
import { pageAbout } from '../problems.ts';
import { contextOf } from './history.ts';
import { languageName } from './setting-values.ts';

/** The fields of a page: its address, and a title and a text in each language. */
type Values = Readonly<Record<string, string>>;

/** A new page of the operator. */
export const newOwnPage: AdminPage = {
  show: call => form(call, undefined, {}),
  act: (call, sent) => save(call, undefined, sent),
};

/** A page of the operator that is in the store. */
export const ownPagePage = pageAbout(storedPage, {
  show: (call, page) => form(call, page, valuesOf(page)),
  async act(call, page, sent) {
    if (sent.values.do !== 'remove') return save(call, page, sent);
    const names = Object.values(page.texts).map(({ language }) => storedPageName(page.slug, language));
    const changes = names.map(name => ({ name, value: null }));
    await changeSettings(call.db, changes, contextOf(call));
    return { to: call.at('settings'), notice: { done: 'page_removed' } };
  },
});

async function storedPage({ config, parameters }: AdminCall): Promise<OwnPage | undefined> {
  return designOf(config).pages.find(({ slug, isStored }) => isStored && slug === parameters.slug);
}

const valuesOf = ({ texts }: OwnPage): Values =>
  Object.fromEntries(
    Object.values(texts).flatMap(({ language, title, html }) => [
      [`title_${language}`, title],
      [`text_${language}`, html],
    ]),
  );

/** Characters of a title, and of a text as it is sent. */
const [LONGEST_TITLE, LONGEST] = [200, 50_000];

const SLUG = /^[a-z\d]+(?:-[a-z\d]+)*$/;

async function save(call: AdminCall, page: OwnPage | undefined, sent: SentForm): Promise<AdminAnswer> {
  const { config, db, viewer } = call;
  const words = call.words.ownPages;
  const slug =
    page?.slug ??
    textOf(sent, 'slug')
      .trim()
      .replaceAll(/^\/|\/$/g, '')
      .toLowerCase();
  const errors: Record<string, string> = {};
  if (!page) {
    if (!SLUG.test(slug) || slug.length > 60) errors.slug = words.wrong_address;
    else if (isTaken(slug, call)) errors.slug = filled(words.taken, { address: `/${slug}/` });
  }
  const [before, now] = [await readStored(db, asId(sent.values.opened) ?? 0), await readStored(db)];
  const values: Record<string, string> = { slug };
  const changes: SettingChange[] = [];
  for (const language of config.LANGUAGES) {
    const name = storedPageName(slug, language);
    const title = singleLine(textOf(sent, `title_${language}`).slice(0, LONGEST_TITLE));
    const typed = textOf(sent, `text_${language}`).replaceAll('\r\n', '\n');
    if (typed.length > LONGEST) errors[`text_${language}`] = words.too_long;
    const text = errors[`text_${language}`] ? typed : await convert(viewer, 'richText', typed);
    Object.assign(values, { [`title_${language}`]: title, [`text_${language}`]: text });
    if (title === '' && text !== '') errors[`title_${language}`] = words.needs_title;
    const value = title === '' ? null : `${html`<h1>${title}</h1>`.text}\n${text}`;
    const [was, is] = [before.store.get(name) ?? null, now.store.get(name) ?? null];
    if (value === was || value === is) continue;
    if (was !== is) errors[`text_${language}`] = words.changed_meanwhile;
    changes.push({ name, value });
  }
  const isEmpty = config.LANGUAGES.every(language => values[`title_${language}`] === '');
  if (isEmpty) errors[`title_${config.LANGUAGE}`] ??= words.needs_title;
  if (Object.keys(errors).length > 0) return form(call, page, values, errors, keepIn(sent) ?? '');
  try {
    await changeSettings(db, changes, { ...contextOf(call), seen: now.position });
  } catch (error) {
    if (error instanceof PreconditionFailed) return save(call, page, sent);
    throw error;
  }
  return { to: call.at('settings'), notice: { done: 'saved', kept: keepIn(sent) ?? '' } };
}

/** Whether an address leads somewhere already. */
const isTaken = (slug: string, { config }: AdminCall): boolean =>
  faultInSlug(slug, config) !== undefined ||
  designOf(config).pages.some(known => known.slug === slug) ||
  config.ALIASES.some(alias => alias.toLowerCase().split('/')[1] === slug);

async function form(
  call: AdminCall,
  page: OwnPage | undefined,
  values: Values,
  errors: Values = {},
  keep = newKeep(call, page?.slug ?? 'new', 'page'),
): Promise<Shown> {
  const words = call.words.ownPages;
  const labels = call.words.eventForm;
  const title = page ? textIn(page, call.language, call.config).title : words.new;
  const declared = (name: string, label: string, help?: string): Field => ({
    ...{ name, label, help, error: errors[name] },
  });
  const languages = [
    call.config.LANGUAGE,
    ...call.config.LANGUAGES.filter(one => one !== call.config.LANGUAGE),
  ];
  const fields = languages.map(language => {
    const heading = declared(`title_${language}`, labels.title);
    const text = declared(`text_${language}`, labels.text, labels.text_help);
    const value = values[text.name];
    return html`<section aria-labelledby="in-${language}"><h2 id="in-${language}">${languageName(language, call)}</h2>
${textField({ ...heading, value: values[heading.name] }, { lang: language, autocomplete: 'off', maxlength: String(LONGEST_TITLE) })}${field(text, richText(call, { ...text, value, lang: language }))}</section>
`;
  });
  const labelOf = (name: string) => {
    const [part, language] = name.split('_') as ['slug' | 'title' | 'text', Language | undefined];
    return language ? `${labels[part]} (${languageName(language, call)})` : labels[part];
  };
  const lead = page && html`<a href="${pathTo(call, ownPagePath(page))}">/${page.slug}/</a>`;
  const address = textField(
    { ...declared('slug', labels.slug, words.address_help), value: values.slug },
    { class: 'middle', autocomplete: 'off', required: true },
  );
  const { position } = await readStored(call.db);
  const action = page ? call.at('settingsPage', { slug: page.slug }) : call.at('settingsNewPage');
  // A form of its own removes: Enter in a field saves.
  const main = html`${head(title, { back: backTo(call, 'settings'), lead })}${keptNotice(call)}${notSaved(call, errors, labelOf)}<form method="post" action="${action}" data-keep="${keep}">
<input type="hidden" name="keep" value="${keep}">
<input type="hidden" name="opened" value="${position}">
<div class="sheet">
${!page && address}${fields}${page && html`<p class="actions"><button type="submit" class="button" form="remove" name="do" value="remove">${words.remove}</button></p>\n`}</div>
${bar(call.words.settings.bar, mainButton(call.words.frame.save))}</form>
${page && html`<form id="remove" method="post" action="${action}"></form>`}`;
  const status = Object.keys(errors).length > 0 ? { status: 422, problem: labels.not_saved } : {};
  return { title, main, section: 'settings', ...status };
}

/** The pages of the operator as rows: those of the store are changed here, those of files on the machine. */
export function ownPagesOf(call: AdminCall): Html {
  const words = call.words.ownPages;
  const rows = designOf(call.config).pages.map(page => {
    const { title } = textIn(page, call.language, call.config);
    const change = html`<a class="open" href="${call.at('settingsPage', { slug: page.slug })}">${call.words.eventForm.open}<span class="hidden">: ${title}</span></a>`;
    return html`<div class="fold fixed"><p><span class="key">${title}</span> <span class="value">/${page.slug}/${!page.isStored && html` <small>${words.in_files}</small>`}</span>${page.isStored && html` ${change}`}</p></div>\n`;
  });
  return html`<section aria-labelledby="group-pages"><h2 id="group-pages">${words.pages}</h2>
<p class="help">${words.lead}</p>
${rows}<p class="actions"><a class="button" href="${call.at('settingsNewPage')}">${words.new}</a></p>
</section>
`;
}
