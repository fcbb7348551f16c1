import { sql } from 'kysely';
import { readConfig } from '../../../src/config.ts';
import type { Db } from '../../../src/db/tables.ts';
import { keepVersion } from '../../../src/records/versions/record-change.ts';
import { makeStore, type Store } from '../../child.ts';
import type { TestStore } from '../../store.ts';
import { filled } from '../candidate.ts';
import { plantRecords, type Sizes } from '../planting.ts';
import { plantLongSeries } from '../series.ts';
import { plantPictures } from './pictures.ts';

/**
 * A store of floods: `town` has events in four languages, `country` in one, `years` 600 events over ten years, `texts`
 * 60 events and 60 drafts with long texts, `series` a series of 3,650 occurrences and large pictures.
 */
export type StoreName = 'town' | 'country' | 'years' | 'texts' | 'series';

/** A planted store. */
export interface Planted extends Store {
  /** The ids of its events. The first one has the slug `event-0` and a short text. */
  readonly events: readonly number[];
  /** Paths of the files of its pictures that are stored, and of their WebP forms. */
  readonly pictures: { readonly files: readonly string[]; readonly webp: readonly string[] };
}

/**
 * Plants one of them.
 * @param events how many the large ones hold
 */
export async function plantStore(
  name: StoreName,
  events: Record<'town' | 'country', number>,
  open?: (folder: string) => Promise<TestStore>,
): Promise<Planted> {
  const store = await makeStore(undefined, open);
  const db = await store.open();
  const { author } = store.accounts;
  const planted = { events: [] as number[], pictures: { files: [] as string[], webp: [] as string[] } };
  try {
    const { first, sizes } = await plantRecords(db, sizesOf(name, events), author.id);
    planted.events = Array.from({ length: sizes.events }, (_, at) => first.events + at);
    await lengthen(db, name !== 'country', first.events);
    if (name === 'texts') await plantLongTexts(db, first.events, store.accounts);
    if (name === 'series') {
      const linked = { venue_ids: [first.venues], category_ids: [first.categories], tag_ids: [first.tags] };
      await plantLongSeries(db, 1, author.id, linked);
      planted.pictures = await plantPictures(db, { ...readConfig({}), DATA_DIR: store.folder }, author.id);
    }
  } finally {
    await db.destroy();
  }
  return { ...store, ...planted };
}

function sizesOf(name: StoreName, events: Record<'town' | 'country', number>): Sizes {
  const count = { ...events, years: 600, texts: 2 * PAGE, series: PAGE }[name];
  return { events: count, venues: 50, organizers: 20, terms: 40, series: 0 };
}

/** Gives all events texts of ordinary length, in one language or in four. */
async function lengthen(db: Db, isTranslated: boolean, first: number): Promise<void> {
  const text = (of: string) => `'<p>${SENTENCE} ${of} ' || id || '. ${SENTENCE}</p><p>${SENTENCE}</p>'`;
  const others = ['en', 'fr', 'es'];
  const translations = others.map(
    of => `'"${of}":{"description":"' || ${text(of)} || '","title":"${of} ' || title || '"}'`,
  );
  const folded = `lower(title) || char(10) || char(10) || '${SENTENCE.toLowerCase()} ' || id`;
  const columns = [
    `description = ${text('ca')}`,
    `search_text = ${folded.replaceAll('char(10)', "'\n'")}`,
    ...(isTranslated
      ? [
          `language = 'ca', translated = '${others}'`,
          `translations = '{' || ${translations.join(" || ',' || ")} || '}'`,
        ]
      : []),
  ];
  await sql.raw(`update events set ${columns.join(', ')} where id > ${first}`).execute(db);
}

const SENTENCE =
  'Concert de la festa major a la plaça del mercat, amb l’orquestra i el cor de la vila, i balls per a tothom fins a la mitjanit';

/** As many as fill a page, and some more. */
const PAGE = 60;
/** Characters of a description, below the limit of the interface. */
const LONG = 190_000;

/** Half of the events are public, and half are drafts of the contributor. One public event has an earlier version. */
async function plantLongTexts(
  db: Db,
  first: number,
  { contributor, editor }: Store['accounts'],
): Promise<void> {
  const description = `<p>${filled(`${SENTENCE}.</p><p>`, LONG)}</p>`;
  await sql`update events set description = ${description}, status = 'publish', status_before_trash = null,
    password_hash = null where id > ${first}`.execute(db);
  await sql`update events set author_id = ${contributor.id}, status = 'draft' where id >= ${first + PAGE}`.execute(
    db,
  );
  const context = {
    viewer: { id: editor.id, login: editor.user, role: 'editor' as const },
    // One of the past would be removed at the start.
    ...{ config: { HISTORY_DAYS: 1 }, now: Math.floor(Date.now() / 1000) },
  };
  await keepVersion(db, context, {
    type: 'event',
    id: first + 1,
    operation: 'update',
    former: { description },
  });
}
