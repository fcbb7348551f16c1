import assert from 'node:assert/strict';
import { searchText as placeText } from '../src/contacts/store.ts';
import type { Db } from '../src/db/tables.ts';
import { searchText } from '../src/events/store.ts';
import { languages } from '../src/i18n/language.ts';
import { organizerKind } from '../src/organizers/organizer.ts';
import { type LanguageColumns, storedColumns, translationsIn } from '../src/records/translations/stored.ts';
import { names } from '../src/terms/store.ts';
import { venueKind } from '../src/venues/venue.ts';

/** Checks that what is stored beside the translations of all records follows from them. */
export async function assertTranslationsSound(db: Db): Promise<void> {
  const all = {
    events: await db.selectFrom('events').selectAll().execute(),
    venues: await db.selectFrom('venues').selectAll().execute(),
    organizers: await db.selectFrom('organizers').selectAll().execute(),
    terms: await db.selectFrom('terms').selectAll().execute(),
  };
  for (const [table, rows] of Object.entries(all))
    for (const row of rows) assertLanguages(row, `${table} ${row.id}`);
  for (const image of await db.selectFrom('images').selectAll().execute())
    assertLanguages({ ...image, translated: undefined }, `image ${image.id}`);
  for (const row of all.events)
    assert.equal(row.search_text, searchText(row), `the searched text of ${row.id}`);
  for (const row of all.venues) assert.equal(row.search_text, placeText(venueKind, row), `venue ${row.id}`);
  for (const row of all.organizers)
    assert.equal(row.search_text, placeText(organizerKind, row), `organizer ${row.id}`);
  for (const { id, name, translations, lower_name, sort_name } of all.terms)
    assert.deepEqual({ name, lower_name, sort_name }, names(name, translations), `the names of term ${id}`);
}

type Languages = Omit<LanguageColumns, 'translated'> & { translated: string | undefined };

/** A translated record says its language, and its translations are in others. */
function assertLanguages({ language, translations, translated }: Languages, about: string): void {
  const all = translationsIn(translations);
  const expected = storedColumns(all);
  assert.equal(translations, expected.translations, `the translations of ${about}`);
  if (translated !== undefined) assert.equal(translated, expected.translated, `the languages of ${about}`);
  assert.ok(['', ...languages].includes(language), `${about} is in ${language}`);
  if (all.size > 0) assert.ok(language !== '' && !all.has(languages.find(one => one === language)!), about);
}
