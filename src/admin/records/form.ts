import { categoryColors } from '../../db/tables.ts';
import { filled } from '../../i18n/say.ts';
import type { LinkedType } from '../../kinds.ts';
import { KINDS } from '../../kinds.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { assetAddress as pageAsset } from '../../pages/assets.ts';
import { attribution } from '../../pages/map/small-map.ts';
import { wordsIn as pageWordsIn } from '../../pages/words.ts';
import { mayPublish } from '../../users/rights.ts';
import { bodyOf } from '../ask.ts';
import { STATES } from '../events/event-form.ts';
import { keptNotice } from '../events/form.ts';
import { creditFold, pictureField } from '../events/picture-field.ts';
import type { ImageValues, ShownImage } from '../events/record.ts';
import { type AdminCall, eventsText, type Shown } from '../page.ts';
import {
  areaField,
  backLink,
  box,
  field,
  fieldId,
  fold,
  head,
  notSaved,
  pills,
  richText,
  selectField,
  statusOf,
  textField,
} from '../parts.ts';
import { formPath } from '../surface.ts';
import { translationsFold } from '../translations.ts';
import { fieldsOf, type RecordFieldName, type RecordValues } from './kinds.ts';
import {
  categoryTree,
  eventCounts,
  eventsAddress,
  labelOf,
  listAddress,
  type OpenedRecord,
  pathOf,
  subtreeIds,
} from './record.ts';
import { countedTexts } from './translate.ts';

/** What the page of a record's form shows. */
export interface RecordForm {
  readonly call: AdminCall;
  readonly kind: LinkedType;
  readonly values: RecordValues;
  /** What the form was opened with: a save changes what differs from it. */
  readonly opened: RecordValues;
  /** What is wrong, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** The key under which the browser keeps what is typed. */
  readonly keep: string;
  readonly image?: ShownImage | undefined;
  /** The record as it is in the store; undefined for a new one. */
  readonly found?: OpenedRecord | undefined;
}

/** The form of a venue, an organizer, a category or a tag. */
export async function formPage(form: RecordForm): Promise<Shown> {
  const { call, kind, errors, found, keep } = form;
  const { collection } = KINDS[kind];
  const { recordForm: words, eventForm: event } = call.words;
  const title = found ? filled(event.edit, { title: found.name }) : words[`new_${kind}`];
  const list = call.words.menu[collection];
  const action = formPath(call, kind, found?.record.id);
  const shown: Html[] = [];
  for (const [name, { isFolded }] of fieldsOf(kind))
    if (!isFolded && !BESIDE.has(name)) shown.push(await withBeside(form, name));
  const status = found?.record.status;
  const state = found ? (status ? event[STATES[status] ?? 'draft'] : '') : event.unsaved;
  const back = backLink(listAddress(call, kind), list);
  const main = html`${head(title, { back })}${keptNotice(call)}${notSaved(call, errors, name => labelOf(name as RecordFieldName, call))}<form class="work" method="post" enctype="multipart/form-data" action="${action}" data-keep="${keep}">
<input type="hidden" name="keep" value="${keep}">
<input type="hidden" name="opened" value="${JSON.stringify(form.opened)}">
<button type="submit" class="hidden" name="do" value="save" tabindex="-1" aria-hidden="true">${call.words.frame.save}</button>
<div>
${shown}${translationsOf(form)}${await visibilityFold(form)}</div>
${found ? await asideOf(call, found) : NOTHING}<div class="bar">
<p class="state" role="status">${state && html`<span class="status"><span class="sign${status === 'publish' && ' full'}"></span>${state}</span>`}</p>
<button type="submit" class="button main" name="do" value="save">${call.words.frame.save}</button>
</div>
</form>`;
  return { title, main, section: collection, status: statusOf(errors) };
}

/** Fields whose values are short. */
const SHORT: ReadonlySet<string> = new Set(['phone', 'slug', 'email']);

/** Fields that stand beside another one. */
const PAIRS: Partial<Record<RecordFieldName, RecordFieldName>> = { zip: 'city', region: 'country' };
const BESIDE: ReadonlySet<string> = new Set(Object.values(PAIRS));

async function withBeside(form: RecordForm, name: RecordFieldName): Promise<Html> {
  const partner = PAIRS[name];
  if (!partner) return control(form, name);
  return html`<div class="pair">\n${[await control(form, name), await control(form, partner)]}</div>\n`;
}

const HELPED = ['location', 'slug'] as const;

async function control(form: RecordForm, name: RecordFieldName): Promise<Html> {
  const { call, kind, values, errors, image } = form;
  const words = call.words.recordForm;
  const value = values[name]!;
  const helped = HELPED.find(one => one === name);
  const help =
    helped === 'slug' ? (form.found ? words.slug_help : words.slug_new) : helped && words.point_help;
  const state = {
    ...{ name, value, label: labelOf(name, call), error: errors[name] },
    ...(help && { help }),
  };
  const [, { control: type }] = fieldsOf(kind).find(([one]) => one === name)!;
  switch (type) {
    case 'long':
      return field(state, richText(call, state));
    case 'plain':
      return areaField(state, { rows: 3 });
    case 'flag':
      return box(name, state.label, value === '1');
    case 'choice': {
      const options = await optionsOf(form, name);
      const coloured = ([id, text]: [string, string]) =>
        [id, html`<span${attribute('class', id === '' ? undefined : `hue k-${id}`)}>${text}</span>`] as const;
      if (name === 'color')
        return html`<fieldset class="field" id="${fieldId(name)}"><legend>${state.label}</legend>
<div class="pills">${pills('radio', name, options.map(coloured), [value])}</div>
</fieldset>
`;
      return options.length === 0 ? NOTHING : selectField({ ...state, value }, options);
    }
    case 'image': {
      const text = {
        name: 'alt_text',
        value: values.alt_text!,
        label: labelOf('alt_text', call),
        error: errors.alt_text,
      };
      const picture = pictureField(call, image, values as RecordValues & ImageValues, errors.image);
      return html`${picture}${textField({ ...text, help: call.words.eventForm.alt_text_help }, { autocomplete: 'off' })}${creditFold(call, values as RecordValues & ImageValues)}`;
    }
    case 'location':
      return html`${textField(state, { autocomplete: 'off' })}${await pointMap(call, fieldId(name))}`;
    default:
      return textField(state, {
        autocomplete: 'off',
        ...(SHORT.has(name) && { class: 'middle' }),
        ...(name === 'website' && { inputmode: 'url' }),
        ...(name === 'name' && { class: 'title' }),
      });
  }
}

/** A map to click, where there are tiles: it begins at the point of the venue, or of another one. */
async function pointMap(call: AdminCall, point: string): Promise<Html> {
  const { TILES_URL: tiles, TILES_ATTRIBUTION } = call.config;
  if (!tiles) return NOTHING;
  const asked = { has_location: true, per_page: 1, _fields: 'geo_lat,geo_lng' };
  const found = await bodyOf<{ venues?: { geo_lat: number; geo_lng: number }[] }>(
    call.ask('GET', pathOf('venue'), asked),
  );
  const [other] = found?.venues ?? [];
  const center = other && `${other.geo_lat}, ${other.geo_lng}`;
  const map = pageWordsIn('mapPage', call);
  return html`<div class="point-map" data-point="${point}" data-tiles="${tiles.template}"${attribute('data-center', center)} data-label="${call.words.recordForm.point_map}" data-zoom-in="${map.zoom_in}" data-zoom-out="${map.zoom_out}" hidden>
<p class="help">${call.words.recordForm.point_map} <small>${attribution(TILES_ATTRIBUTION)}</small></p>
<link rel="stylesheet" href="${pageAsset(call, 'leaflet.css')}"></div>
`;
}

/** What a field can be chosen from; none if its reader may not choose. */
async function optionsOf({ call, values, found }: RecordForm, name: string): Promise<[string, string][]> {
  const words = call.words.recordForm;
  if (name === 'parent') {
    const tree = await categoryTree(call);
    const own = found ? subtreeIds(tree, found.record.id) : new Set();
    const others = tree.filter(({ record }) => !own.has(record.id));
    const options = others.map(({ record, level }): [string, string] => [
      ...([String(record.id), `${'— '.repeat(level)}${record.name}`] as const),
    ]);
    return [['0', words.no_parent], ...options];
  }
  if (name === 'color') {
    const all = categoryColors.map((color): [string, string] => [color, words[color]]);
    return values.color === '' ? [['', words.any_color], ...all] : all;
  }
  if (!mayPublish(call.viewer)) return [];
  const states = new Set([values.status || 'publish', 'publish', 'draft', 'private']);
  return [...states].map(state => [state, call.words.eventForm[STATES[state] ?? 'draft']]);
}

/** What is optional, in a row that opens. */
async function visibilityFold(form: RecordForm): Promise<Html> {
  const { call, kind, values, errors } = form;
  const names = fieldsOf(kind).flatMap(([name, { isFolded }]) => (isFolded ? [name] : []));
  const fields = await Promise.all(names.map(name => control(form, name)));
  if (fields.every(({ text }) => text === '')) return NOTHING;
  const { visibility: key, usual } = call.words.eventForm;
  const state =
    values.status === 'publish' || !values.status
      ? usual
      : call.words.eventForm[STATES[values.status] ?? 'draft'];
  const isOpen = names.some(name => errors[name] !== undefined);
  return fold(call, { key, value: state, isOpen, isSet: state !== usual }, html`${fields}`);
}

function translationsOf({ call, kind, found }: RecordForm): Html {
  if (!found) return NOTHING;
  const { record } = found;
  const place = { collection: KINDS[kind].collection, id: record.id };
  return translationsFold(call, record, countedTexts(kind, record), to =>
    call.at('recordTranslation', { ...place, to }),
  );
}

/** Where it is used, and what can be done with it besides. */
async function asideOf(call: AdminCall, { kind, record }: OpenedRecord): Promise<Html> {
  const { recordForm: words, eventForm: event } = call.words;
  const { collection, isPublished } = KINDS[kind];
  const { id } = record;
  const count = (await eventCounts(call, kind, [id])).get(id) ?? 0;
  const used =
    count > 0
      ? html`<a href="${eventsAddress(call, kind, id)}">${eventsText(count, call)}</a>`
      : words.unused;
  return html`<aside>
<section aria-labelledby="used"><h2 id="used">${words.used}</h2>
<p>${used}</p></section>
<section aria-labelledby="also-title"><h2 id="also-title">${event.also}</h2>
<ul class="rows">
<li><a href="${call.at('recordHistory', { collection, id })}">${call.words.history.see}</a></li>
${(record.status ?? 'publish') === 'publish' && html`<li><a href="${record.url}">${event.see_page}</a></li>\n`}<li><a href="${call.at('recordMerge', { collection, id })}">${call.words.recordMerge.other}</a></li>
<li><button type="submit" class="link" name="do" value="trash" formnovalidate>${isPublished ? words.trash : words.delete}</button></li>
</ul></section>
</aside>
`;
}
