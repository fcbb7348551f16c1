import type { Language } from '../../i18n/language.ts';
import { objects, textOf } from '../../intake/reading/values.ts';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { isObject, type JsonObject, parsedJson } from '../../lib/objects.ts';
import { asHtml } from '../calendar/event-members.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/** Whether a text begins as an object of JSON. */
export const beginsObject = (text: string): boolean => /^[\s\uFEFF]*\{/.test(text);

/** Whether a text is an answer or an export of OpenAgenda. */
export const isAgenda = (text: string): boolean =>
  beginsObject(text) && /"timings"\s*:\s*\[\s*\{\s*"(?:begin|start)"/.test(text);

const STATES: Readonly<Record<string, string>> = { 4: 'postponed', 6: 'canceled' };

/**
 * The events of OpenAgenda as a table, with texts in several languages as translations.
 * @param preferred the language of the record's own texts, if it has that
 * @throws SourceError
 */
export function readAgenda(file: Buffer, preferred: Language): Sheet {
  const answer = parsedJson(file.toString('utf8').trim());
  if (!isObject(answer)) throw new SourceError(because('broken_json'));
  const events = objects(answer.events);
  const count = events.length > 0 ? Math.ceil(Number(answer.total) / events.length) : 1;
  const rows = events.flatMap((event, at): SheetRow | [] =>
    event.removed === true ? [] : { number: at + 2, ...rowOf(event, preferred) },
  );
  const headings = Object.keys(cellsOf({}, preferred));
  return {
    ...{ name: '', rows: [{ number: 1, cells: headings }, ...rows], isCut: false },
    notes: count > 1 ? [because('one_of_pages', { count })] : [],
  };
}

function rowOf(event: JsonObject, preferred: Language): Pick<SheetRow, 'cells' | 'translations'> {
  const codes = isObject(event.title) ? Object.keys(event.title) : [];
  const own = codes.includes(preferred) || codes.length === 0 ? preferred : codes[0]!;
  const others = codes.filter(code => code !== own);
  const translations = Object.fromEntries(others.map(code => [code, textsIn(event, code)]));
  const cells = { ...cellsOf(event, own), language: codes.length > 0 && own };
  return { cells: Object.values(cells).map(textOf), ...(others.length > 0 && { translations }) };
}

/** Its values by headings that tables have: each event has all of them, in one order. */
function cellsOf(event: JsonObject, language: string): Record<string, unknown> {
  const { title, description, excerpt } = textsIn(event, language);
  const place = isObject(event.location) ? event.location : {};
  const timings = objects(event.timings).map(({ begin, start, end }) => ({ begin: begin ?? start, end }));
  const link = objects(event.registration).find(({ type }) => type === 'link')?.value;
  const [state, status] = [Number(event.state ?? 2), textOf(event.status)];
  return {
    ...{ language, uid: event.uid, title, timings: JSON.stringify(timings) },
    ...{ longdescription: description || excerpt, excerpt: description && excerpt },
    keywords: textIn(event.keywords, language),
    image: pictureOf(event),
    canonicalurl: event.canonicalUrl,
    registration: link ?? event.registrationUrl,
    onlineaccesslink: event.onlineAccessLink,
    price: textIn(event.conditions, language),
    status: state === 2 && !event.draft ? '' : 'draft',
    private: event.private ? 'true' : '',
    'event status': STATES[status],
    availability: status === '5' && 'SoldOut',
    timezone: event.timezone ?? place.timezone,
    ...{ location_name: place.name, location_address: place.address },
    ...{ location_postalcode: place.postalCode, location_city: place.city },
    ...{ region: place.region, country: place.countryCode },
    ...{ 'venue geo lat': place.latitude, 'venue geo lng': place.longitude },
    ...{ 'venue phone': place.phone, 'venue website': place.website },
  };
}

const textsIn = (event: JsonObject, language: string) => ({
  title: textIn(event.title, language),
  description: asHtml(textIn(event.html, language) || fromMarkdown(textIn(event.longDescription, language))),
  excerpt: textIn(event.description, language),
});

/** A text in a language, of all of which there may be only one. */
function textIn(value: unknown, language: string): string {
  const text = isObject(value) ? value[language] : value;
  return Array.isArray(text) ? text.map(textOf).join(', ') : textOf(text);
}

function pictureOf({ image }: JsonObject): string {
  if (!isObject(image)) return textOf(image);
  const full = objects(image.variants).find(({ type }) => type === 'full');
  return `${textOf(image.base)}${textOf(full?.filename ?? image.filename)}`;
}

/** Strong, slanted, links and headings. */
const fromMarkdown = (text: string): string =>
  text
    .replace(/\*\*([^*\n]{1,2000})\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![*\w])[*_]([^*_\n]{1,2000})[*_](?![*\w])/g, '<em>$1</em>')
    .replace(/\[([^[\]\n]{1,500})\]\((https?:[^\s()<>"]{1,2000})\)/g, '<a href="$2">$1</a>')
    .replace(/^#{1,6} (.{1,500})$/gm, '<h3>$1</h3>');
