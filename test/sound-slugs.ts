import assert from 'node:assert/strict';
import type { Db, VersionedType } from '../src/db/tables.ts';
import { withoutTrashMark } from '../src/records/slug.ts';
import type { SlugColumns } from '../src/records/translations/slugs.ts';
import { translationsIn } from '../src/records/translations/stored.ts';

/**
 * Checks that the slugs of records in other languages are those of their translations, that occurrences have those of
 * their series, and that no two records of a type have the same slug.
 */
export async function assertSlugsSound(db: Db): Promise<void> {
  const columns = ['id', 'slug', 'status', 'translations'] as const;
  const events = await db
    .selectFrom('events')
    .select([...columns, 'series_id'])
    .orderBy('id')
    .execute();
  await assertSlugsOf(db, 'event', events);
  for (const type of ['venue', 'organizer'] as const) {
    const rows = await db.selectFrom(`${type}s`).select(columns).orderBy('id').execute();
    await assertSlugsOf(db, type, rows);
  }
  const terms = await db.selectFrom('terms').select(['id', 'taxonomy', 'slug', 'translations']).execute();
  for (const type of ['category', 'tag'] as const)
    await assertSlugsOf(
      db,
      type,
      terms.filter(({ taxonomy }) => taxonomy === type),
    );
}

interface Slugged extends SlugColumns {
  readonly series_id?: number | null;
}

async function assertSlugsOf(db: Db, type: VersionedType, records: readonly Slugged[]): Promise<void> {
  const taken = new Map(records.flatMap(({ id, slug }) => (slug ? [[slug, id] as const] : [])));
  const expected: string[] = [];
  const slugs = new Map<number, string>();
  for (const { id, slug: own, status, translations, series_id = null } of records) {
    const all = [...translationsIn(translations)].flatMap(([language, { isDraft, texts }]) =>
      texts.slug === undefined ? [] : [{ language, isDraft, slug: texts.slug }],
    );
    const said = all.map(({ language, slug }) => `${language} ${slug}`).join();
    slugs.set(id, said);
    if (series_id !== null) continue;
    for (const { slug } of all)
      assert.ok(
        slug !== (own && withoutTrashMark(own)),
        `${id} has its own slug ${slug} in another language`,
      );
    for (const slug of status === 'trash' ? [] : new Set(all.map(({ slug }) => slug))) {
      assert.equal(taken.get(slug) ?? id, id, `the slug ${slug}`);
      taken.set(slug, id);
      const isDraft = all.every(one => one.slug !== slug || one.isDraft);
      expected.push(`${id} ${slug}${isDraft ? ' draft' : ''}`);
    }
  }
  for (const { id, series_id = null } of records)
    if (series_id !== null) assert.equal(slugs.get(id), slugs.get(series_id), `the slugs of ${id}`);
  const stored = await db.selectFrom('translated_slugs').selectAll().where('type', '=', type).execute();
  const found = stored.map(
    ({ record_id, slug, is_draft }) => `${record_id} ${slug}${is_draft ? ' draft' : ''}`,
  );
  assert.deepEqual(found.sort(), expected.sort(), `the slugs of each ${type} in other languages`);
}
