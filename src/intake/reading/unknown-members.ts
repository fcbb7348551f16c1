import { eventMembers } from '../../events/members.ts';
import { isLanguage } from '../../i18n/language.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { organizerMembers } from '../../organizers/members.ts';
import { embeddedTermMembers, linkedTermMembers } from '../../terms/members.ts';
import { venueMembers } from '../../venues/members.ts';
import type { Identity } from '../identity.ts';
import type { ImportPlan } from '../plans/plan.ts';
import { because } from '../reason.ts';
import { note } from '../report.ts';
import type { ImportRun } from '../run.ts';
import { sourceTranslations, TEXT_COLUMNS } from './source-languages.ts';

const namesOf = (...members: object[]) => new Set(members.flatMap(all => Object.keys(all)));

const terms = namesOf(linkedTermMembers, embeddedTermMembers);

/** The members that records have here, and those that exports add. */
const KNOWN: Record<ImportPlan['type'], ReadonlySet<string>> = {
  event: namesOf(eventMembers),
  venue: namesOf(venueMembers),
  organizer: namesOf(organizerMembers),
  category: terms,
  tag: terms,
};

/** The JSON of values that say nothing. */
const NOTHING = new Set(['null', 'false', '""', '0', '"0"', '[]', '{}']);

/** Reports the members of a record for which there is no place here, and which say something: each once for its type. */
export function noteLeftOut(
  run: ImportRun,
  type: ImportPlan['type'],
  record: JsonObject,
  { key: source }: Identity,
): void {
  for (const [name, written] of unknownMembers(type, record)) {
    const value = JSON.stringify(written) ?? 'null';
    if (NOTHING.has(value) || run.leftOut.has(`${type} ${name}`)) continue;
    run.leftOut.add(`${type} ${name}`);
    const why = because('no_place', { name: name.slice(0, SHOWN), value: value.slice(0, SHOWN) });
    note(run.report, { source, type, why });
  }
}

const SHOWN = 100;

/** The members that are not read, with their values. */
function* unknownMembers(type: ImportPlan['type'], record: JsonObject): Generator<[string, unknown]> {
  for (const name of Object.keys(record)) {
    if (name === 'almanac') continue;
    const value = record[name];
    if (name === 'translations') yield* unknownTranslations(type, record);
    else if (!KNOWN[type].has(name) || (name === 'language' && value && !isLanguage(value)))
      yield [name, value];
  }
}

/** What is in languages that are unknown here, and translations of what has none here. */
function* unknownTranslations(type: ImportPlan['type'], record: JsonObject): Generator<[string, unknown]> {
  const written = sourceTranslations(record);
  if (!written) yield ['translations', record.translations];
  for (const [language, texts] of Object.entries(written ?? {})) {
    const path = `translations.${language}`;
    if (!isLanguage(language)) yield [path, texts];
    else
      for (const [name, text] of Object.entries(texts))
        if (name !== 'status' && !Object.hasOwn(TEXT_COLUMNS[type], name)) yield [`${path}.${name}`, text];
  }
}
