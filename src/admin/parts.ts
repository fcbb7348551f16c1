import type { AdminMessages } from '../i18n/admin/en.ts';
import { formatMonth, formatWeekday } from '../i18n/format-dates.ts';
import { filled } from '../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../lib/html.ts';
import { ALLOWED_ELEMENTS } from '../lib/text/elements.ts';
import { pathTo } from '../pages/addresses.ts';
import { monthDots } from '../pages/parts/month-dots.ts';
import { siteNameIn } from '../site/name.ts';
import { PAGES, pathOf } from '../site/page-addresses.ts';
import { type AdminCall, type Shown, withColon } from './page.ts';

/** A control of a form with its label: label, help, error and control, always in this order. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly help?: string | Html | undefined;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
}

/** The id of the control of a field: links of a summary lead there. */
export const fieldId = (name: string): string => name.replace(/\W+/g, '-').replace(/-$/, '');

/** What a field's control says about its help and its error. */
export function described({ name, help, error }: Field): Html {
  const id = fieldId(name);
  const by = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`${attribute('aria-describedby', by || undefined)}${attribute('aria-invalid', error ? 'true' : undefined)}`;
}

export function field(declared: Field, control: Html, after: Html = NOTHING): Html {
  const { name, label, help, error } = declared;
  const id = fieldId(name);
  return html`<div class="field">
<label for="${id}">${label}</label>
${help && html`<p class="help" id="${id}-help">${help}</p>\n`}${error && html`<p class="error" id="${id}-error">${error}</p>\n`}${control}
${after}</div>
`;
}

/** A field of a line of text. */
export function textField(
  declared: Field & { readonly value?: string | undefined },
  options: Readonly<Record<string, string | boolean | undefined>> = {},
): Html {
  const { name, value } = declared;
  const others = Object.entries({ type: 'text', ...options });
  return field(
    declared,
    html`<input id="${fieldId(name)}" name="${name}"${described(declared)}${attribute('value', value || undefined)}${others.map(([key, option]) => attribute(key, option))}>`,
  );
}

/** A field of several lines of text. */
export function areaField(
  declared: Field & { readonly value?: string | undefined },
  options: Readonly<Record<string, string | number | undefined>>,
): Html {
  const { name, value } = declared;
  const others = Object.entries(options).map(([key, option]) => attribute(key, option));
  return field(
    declared,
    html`<textarea id="${fieldId(name)}" name="${name}"${others}${described(declared)}>${value}</textarea>`,
  );
}

/** One of several values to choose. @param more further attributes of its control */
export const radio = (
  name: string,
  value: string | number,
  text: string | Html,
  isChosen = false,
  more: Html = NOTHING,
): Html =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}"${attribute('checked', isChosen)}${more}><span>${text}</span></label>\n`;

/** A box to tick. */
export const box = (
  name: string,
  text: string | Html,
  isTicked = false,
  value: string | number = '1',
): Html =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${attribute('checked', isTicked)}><span>${text}</span></label>\n`;

/** Values to choose beside each other. */
export const pills = (
  type: 'radio' | 'checkbox',
  name: string,
  values: readonly (readonly [value: string | number, text: string | Html])[],
  chosen: readonly string[],
): Html =>
  html`${values.map(([value, text]) => html`<label class="pill"><input type="${type}" name="${name}" value="${value}"${attribute('checked', chosen.includes(String(value)))}>${text}</label>\n`)}`;

/** A value that can be chosen, with its text, and the language of the text if it is another one. */
export type SelectOption = readonly [value: string | number, text: string, lang?: string];

export const optionsOf = (options: readonly SelectOption[], chosen?: string | null): Html =>
  html`${options.map(([value, text, lang]) => html`<option value="${value}"${attribute('lang', lang)}${attribute('selected', String(value) === chosen)}>${text}</option>`)}`;

/** A field in which one of several values is chosen. */
export function selectField(
  declared: Field & { readonly value?: string | null },
  options: readonly SelectOption[],
  width: 'middle' | 'whole' = 'middle',
): Html {
  const { name, value } = declared;
  return field(
    declared,
    html`<select id="${fieldId(name)}" name="${name}"${attribute('class', width === 'middle' && width)}${described(declared)}>${optionsOf(options, value)}</select>`,
  );
}

/** What is optional: a row that says its value and opens in place. */
export function fold(
  call: AdminCall,
  { key, value, isSet = false, isOpen = false }: Fold,
  inside: Html,
): Html {
  const { open: change, close } = call.words.eventForm;
  return html`<details class="fold"${attribute('open', isOpen)}>
<summary><span class="key">${key}</span> <span class="value${isSet && ' set'}">${value}</span> <span class="open"><span class="change">${change}</span><span class="close">${close}</span></span></summary>
<div class="inside">
${inside}</div>
</details>
`;
}

export interface Fold {
  readonly key: string;
  readonly value: string | Html;
  readonly isSet?: boolean;
  /** Whether it is open from the beginning, as where something is wrong within. */
  readonly isOpen?: boolean;
}

/** What stands below a form: how it stands, and what it does. */
export const bar = (state: string | Html, buttons: Html): Html =>
  html`<div class="bar">
<p class="state">${state}</p>
${buttons}</div>
`;

/** The main action of a page. */
export const mainButton = (text: string): Html =>
  html`<button type="submit" class="button main">${text}</button>\n`;

/** Values that a form sends and does not show. */
export const hidden = (values: readonly (readonly [name: string, value: string])[]): Html =>
  html`${values.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}`;

/** What is wrong with a form, by the field. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>;

/** Errors of which one stands at another field. */
export const renamed = (errors: FieldErrors, from: string, to: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name === from ? to : name, error]));

/** What is wrong, at the head of a page, with links to the fields. */
export function summary(
  call: AdminCall,
  title: string,
  errors: FieldErrors,
  labelOf: (name: string) => string,
  lead: Html = NOTHING,
): Html {
  const links = Object.entries(errors).flatMap(([name, error]) =>
    error === undefined
      ? []
      : html`<li><a href="#${fieldId(name)}">${withColon(labelOf(name), call)} ${error}</a></li>`,
  );
  return links.length === 0 ? NOTHING : alertBox(title, html`${lead}<ul>${links}</ul>\n`);
}

/** The same of a form that has all that was typed. */
export function notSaved(call: AdminCall, errors: FieldErrors, labelOf: (name: string) => string): Html {
  const { not_saved, all_is_here } = call.words.eventForm;
  return summary(call, not_saved, errors, labelOf, html`<p>${all_is_here}</p>\n`);
}

/** The status of a page with a form. */
export const statusOf = (errors: FieldErrors): number =>
  Object.values(errors).some(error => error !== undefined) ? 422 : 200;

/** What is told above a form before anything else: it has the focus. */
export const alertBox = (title: string | Html, text: Html): Html =>
  html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary">
<h2 id="summary">${title}</h2>
${text}</div>
`;

/** A link to the page from which one came. */
export const backLink = (href: string, name: string): Html =>
  html`<a class="back" href="${href}">‹ ${name}</a>\n`;

/** The same to a page of the menu. */
export const backTo = (call: AdminCall, page: keyof AdminMessages['menu']): Html =>
  backLink(call.at(page), call.words.menu[page]);

/** The heading of a page, with the way back and what can be begun there. */
export const head = (
  title: string,
  { back, lead, action }: { back?: Html; lead?: string | Html | undefined; action?: Html | false } = {},
): Html =>
  html`<div class="head">
<div>${back}<h1>${title}</h1>
${lead && html`<p class="lead">${lead}</p>`}</div>
${action}</div>
`;

/** The page of a list that an address names. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/**
 * A list as a table.
 * @param heads labels of columns, or what else is at their head
 */
export const listTable = (
  caption: string,
  heads: readonly (string | Html | false)[],
  rows: readonly Html[],
  style = 'list',
): Html =>
  html`<table class="${style}">
${caption && html`<caption class="hidden">${caption}</caption>\n`}<thead><tr>${heads.map(head => (typeof head === 'string' ? html`<th scope="col">${head}</th>` : head))}</tr></thead>
<tbody>
${rows}</tbody>
</table>`;

/** The head of the column by which a list is sorted. */
export const sortedHead = (label: string, sort: 'ascending' | 'descending'): Html =>
  html`<th scope="col" aria-sort="${sort}">${label}</th>`;

/** The way through the pages of a list. */
export function pager(
  call: AdminCall,
  { page, pages, title }: { readonly page: number; readonly pages: number; readonly title: string },
  addressOf: (page: number) => string,
): Html {
  if (pages < 2) return NOTHING;
  const words = call.words.eventList;
  const link = (to: number, text: string, rel: string) =>
    to >= 1 && to <= pages && html`<a href="${addressOf(to)}" rel="${rel}">${text}</a>\n`;
  return html`<nav class="pages" aria-label="${title}">
${link(page - 1, words.previous, 'prev')}<span>${filled(words.page, { page, pages })}</span>
${link(page + 1, words.next, 'next')}</nav>
`;
}

/** What the toolbar of the editor offers, with the key that does the same. */
const TOOLS = {
  bold: 'Control+B',
  italic: 'Control+I',
  link: 'Control+K',
  heading: undefined,
  subheading: undefined,
  bullets: 'Control+Shift+8',
  numbers: 'Control+Shift+9',
} as const;

/** A field of a text that is HTML: a script puts the editor in its place. */
export function richText(
  call: AdminCall,
  declared: Field & { readonly value: string | undefined; readonly lang?: string },
): Html {
  const words = call.words.editor;
  const { name, value, lang } = declared;
  const id = fieldId(name);
  const tools = (Object.keys(TOOLS) as (keyof typeof TOOLS)[]).map(
    (tool, at) =>
      html`<button type="button" data-tool="${tool}" aria-pressed="false"${attribute('aria-keyshortcuts', TOOLS[tool])}${attribute('tabindex', at > 0 && -1)}>${words[tool]}</button>\n`,
  );
  return html`<textarea id="${id}" name="${name}" rows="8"${attribute('lang', lang)}${described(declared)}>${value}</textarea>
<div class="editor" data-rich="${id}" data-elements="${ALLOWED_ELEMENTS.join(' ')}" hidden>
<div class="tools" role="toolbar" aria-label="${words.label}">
${tools}</div>
<div class="address" data-link hidden><label for="${id}-address">${words.address}</label><input type="text" id="${id}-address" inputmode="url" autocomplete="off"><button type="button" class="button low" data-set>${words.set}</button></div>
<div data-text></div>
</div>`;
}

/** A page before somebody is in: the leaf of today beside one question. */
export function gate(
  call: AdminCall,
  title: string,
  lead: string | Html,
  inside: Html,
  { above, role }: { readonly above?: Html | false; readonly role?: 'status' } = {},
): Shown {
  const today = call.clock.today();
  const main = html`<div class="leaf">
<p>${formatWeekday(today, call.language)}<b>${Number(today.slice(8))}</b>${formatMonth(today, call.language)}</p>
${monthDots(today.slice(0, 7), day => day === today)}</div>
<div class="inside">
<a class="site" href="${pathTo(call, pathOf(PAGES.list))}">${siteNameIn(call)}</a>
${above}<h1>${title}</h1>
<p class="lead"${attribute('role', role)}>${lead}</p>
${inside}
</div>`;
  return { title, main, isGate: true };
}
