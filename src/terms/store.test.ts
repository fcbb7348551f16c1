import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { ownStore } from '../../test/folder.ts';
import { readConfig } from '../config.ts';
import { categoryColors, type Db, type Status, type TermRow } from '../db/tables.ts';
import { findEventRow, insertEvents, updateEvent } from '../events/store.ts';
import { slugify } from '../lib/text/slugs.ts';
import { addUser } from '../users/store.ts';
import { matchTerms } from './match.ts';
import { deleteTerm, findNamesake, findTerm, insertTerm, updateTerm } from './store.ts';
import { ancestry, placedTerms, withDescendants } from './tree.ts';

const db = await ownStore();
const { id: author } = (await addUser(db, { login: 'a', email: null, role: 'editor' }, 1))!;

// The suite limits the hooks to these tests, since other files run in the same process.
const matchTerm = async (db: Db, taxonomy: 'category' | 'tag', spelling: string) =>
  (await matchTerms(db, taxonomy, [spelling]))[0];

describe('The store of terms', () => {
  beforeEach(async () => {
    for (const table of ['event_terms', 'events', 'records', 'terms'] as const)
      await db.deleteFrom(table).execute();
  });

  const category = (name: string, parent = 0, slug?: string) =>
    insertTerm(db, 'category', { name, parent, slug }, writing);
  const again = async ({ id, taxonomy }: TermRow) => ({ ...(await findTerm(db, taxonomy, id))! });

  describe('Levels of categories', () => {
    const chain = async (levels: number) => {
      const made: TermRow[] = [];
      for (let level = 0; level < levels; level++)
        made.push(await category(`Level ${level}`, made.at(-1)?.id ?? 0));
      return made;
    };

    it('Categories have at most 50 levels', async () => {
      const lowest = (await chain(50)).at(-1)!;
      await assert.rejects(category('Below', lowest.id), { code: 'rest_invalid_param' });
    });

    it('A moved category counts with the levels below it', async () => {
      const [first, second] = [await chain(30), await chain(30)];
      await assert.rejects(updateTerm(db, second[0]!, { parent: first.at(-1)!.id }, writing), {
        code: 'rest_invalid_param',
      });
      await updateTerm(db, await again(second[0]!), { parent: first[19]!.id }, writing);
      assert.equal((await ancestry(db, [second.at(-1)!.id])).length, 50);
    });
  });

  it('A new category has a colour that no other has, while there is one, or that of the one above', async () => {
    const made: TermRow[] = [];
    for (let at = 0; at < 10; at++) made.push(await category(`Colour ${at}`));
    assert.deepEqual(
      made.map(({ color }) => color),
      [...categoryColors, 'slate'],
    );
    assert.equal((await category('Below', made[4]!.id)).color, made[4]!.color);
    assert.equal((await insertTerm(db, 'tag', { name: 'Plain' }, writing)).color, '');
  });

  describe('The slug of a new term', () => {
    it('The slug of a new term is made of its name', async () => {
      assert.equal((await category('Música & Dansa')).slug, 'musica-dansa');
      assert.equal((await category('日本')).slug, '%e6%97%a5%e6%9c%ac');
    });

    it('The slug of a term without letters is its taxonomy', async () => {
      assert.equal((await category('!!!')).slug, 'category');
      assert.equal((await category('???')).slug, 'category-2');
      assert.equal((await insertTerm(db, 'tag', { name: '!!!' }, writing)).slug, 'tag');
    });

    it('A taken slug is followed by that of the parent, and then by a number', async () => {
      const music = await category('Music');
      const sport = await category('Sport');
      assert.equal((await category('Classes', music.id)).slug, 'classes');
      assert.equal((await category('Classes', sport.id)).slug, 'classes-sport');
      assert.equal((await category('Classes', sport.id)).slug, 'classes-sport-2');
      assert.equal((await category('Classes')).slug, 'classes-2');
    });

    it('A taken slug that was sent is numbered', async () => {
      const music = await category('Music');
      assert.equal((await category('Other', 0, 'music')).slug, 'music-2');
      assert.equal((await category('Third', music.id, 'music')).slug, 'music-3');
    });

    it('A term may have the slug of a term of the other taxonomy', async () => {
      await category('Music');
      assert.equal((await insertTerm(db, 'tag', { name: 'Music' }, writing)).slug, 'music');
    });

    it('A term is found by its slug, however long it is', async () => {
      const name = 'a'.repeat(300);
      const parent = await category('b'.repeat(300));
      for (const term of [
        await category(name),
        await category(name, parent.id),
        await category(name, parent.id),
      ]) {
        assert.equal(await matchTerm(db, 'category', term.slug), term.id, `${term.slug.length} characters`);
        assert.equal(slugify(term.slug), term.slug);
      }
    });
  });

  describe('Lookup of terms', () => {
    it('A term is found by slug, id or name, in any case', async () => {
      const music = await category('Música');
      const jazz = await category('Jazz & Blues', music.id, 'night');
      for (const spelling of ['musica', 'MUSICA', 'Música', 'MÚSICA', String(music.id)])
        assert.equal(await matchTerm(db, 'category', spelling), music.id, spelling);
      for (const spelling of ['night', 'jazz & blues'])
        assert.equal(await matchTerm(db, 'category', spelling), jazz.id, spelling);
      for (const spelling of ['', 'Rock', '999999', '%', '_', 'musi', '-1', '1.5'])
        assert.equal(await matchTerm(db, 'category', spelling), undefined, spelling);
      assert.equal(await matchTerm(db, 'tag', 'musica'), undefined);
      assert.equal(await matchTerm(db, 'tag', String(music.id)), undefined);
    });

    it('A number that is both a slug and an id means the slug', async () => {
      const first = await category('First');
      const year = await category('Year', 0, String(first.id));
      assert.equal(await matchTerm(db, 'category', String(first.id)), year.id);
    });

    it('Many spellings looked up at once give the same terms as each alone', async () => {
      const blues = await category('Blues');
      const spellings = ['BLUES', 'blues', String(blues.id), 'None', '999999', '', 'Blues'];
      const each = await Promise.all(spellings.map(spelling => matchTerm(db, 'category', spelling)));
      assert.deepEqual(await matchTerms(db, 'category', spellings), each);
      assert.deepEqual(each.slice(0, 4), [blues.id, blues.id, blues.id, undefined]);
    });

    it('The oldest of several terms with one name is found', async () => {
      const [one, other] = [await category('One'), await category('Other')];
      const oldest = await category('Same & equal', other.id);
      await category('Same & equal', one.id);
      assert.equal(await matchTerm(db, 'category', 'same & EQUAL'), oldest.id);
    });

    it('A name is preferred to the slug that would be made of it', async () => {
      await category('A', 0, 'jazz-blues');
      const named = await category('Jazz & Blues');
      assert.equal(await matchTerm(db, 'category', 'Jazz & Blues'), named.id);
    });

    it('A namesake is found under the same parent, in any case and with its accents', async () => {
      const music = await category('Música');
      const child = await category('música', music.id);
      assert.equal((await findNamesake(db, 'category', 'MÚSICA', 0))?.id, music.id);
      assert.equal((await findNamesake(db, 'category', 'MÚSICA', music.id))?.id, child.id);
      assert.equal(await findNamesake(db, 'category', 'Musica', 0), undefined);
      assert.equal(await findNamesake(db, 'tag', 'Música', 0), undefined);
    });
  });

  describe('Updates of a term', () => {
    it('An update changes only the fields that it names', async () => {
      const music = await category('Music');
      const before = await insertTerm(
        db,
        'category',
        { name: 'Jazz', description: 'Blue', parent: music.id },
        writing,
      );
      await updateTerm(db, before, {}, writing);
      assert.deepEqual(await again(before), { ...before });
      await updateTerm(db, before, { description: '' }, writing);
      assert.deepEqual(await again(before), { ...before, description: '' });
      await updateTerm(db, before, { name: 'Jazz Ñ' }, writing);
      assert.deepEqual(await again(before), {
        ...{ ...before, description: '', name: 'Jazz Ñ', lower_name: 'jazz ñ', sort_name: 'jazz n' },
      });
      await updateTerm(db, before, { slug: 'night', parent: 0 }, writing);
      assert.deepEqual((await again(before)).parent, 0);
      assert.deepEqual((await again(before)).slug, 'night');
    });
  });

  describe('The tree of categories', () => {
    it('A move that would close a circle moves the other category to the top', async () => {
      const a = await category('a');
      const b = await category('b', a.id);
      const c = await category('c', b.id);
      await updateTerm(db, a, { parent: a.id }, writing);
      assert.equal((await again(a)).parent, 0);
      await updateTerm(db, a, { parent: c.id }, writing);
      assert.deepEqual(
        [(await again(a)).parent, (await again(b)).parent, (await again(c)).parent],
        [c.id, 0, b.id],
      );
    });

    it('The categories stay a tree, whatever is moved', async () => {
      const SIZE = 6;
      const move = fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE));
      await fc.assert(
        fc.asyncProperty(fc.array(move, { maxLength: 15 }), async moves => {
          await db.deleteFrom('terms').execute();
          const terms: TermRow[] = [];
          for (let i = 0; i < SIZE; i++) terms.push(await category(`t${i}`));
          for (const [which, below] of moves) {
            const term = await again(terms[which]!);
            await updateTerm(db, term, { parent: terms[below]?.id ?? 0 }, writing);
            if (below !== which) assert.equal((await again(term)).parent, terms[below]?.id ?? 0);
          }
          for (const term of terms) {
            const above = await ancestry(db, [term.id]);
            assert.ok(
              above.some(({ parent }) => parent === 0),
              'the way up ends at the top',
            );
          }
        }),
        { numRuns: 30 },
      );
    });

    it('The ancestors, descendants and slug paths of categories are found', async () => {
      const a = await category('a');
      const b = await category('b', a.id);
      const c = await category('c', b.id);
      const other = await category('other');
      assert.deepEqual((await ancestry(db, [c.id])).map(({ slug }) => slug).sort(), ['a', 'b', 'c']);
      assert.deepEqual(await ancestry(db, []), []);
      assert.deepEqual((await withDescendants(db, [a.id])).sort(), [a.id, b.id, c.id].sort());
      assert.deepEqual(await withDescendants(db, [c.id, c.id]), [c.id]);
      assert.deepEqual(
        (await placedTerms(db, [c, other, a])).map(({ above }) => above.map(({ slug }) => slug)),
        [['a', 'b'], [], []],
      );
    });
  });

  describe('Deleting a term', () => {
    it('Deleting a category moves its children up and keeps the events', async () => {
      const a = await category('a');
      const b = await category('b', a.id);
      const c = await category('c', b.id);
      const id = await event({ category_ids: [b.id, c.id] });
      await deleteTerm(db, b, writing);
      assert.equal(await findTerm(db, 'category', b.id), undefined);
      assert.equal((await again(c)).parent, a.id);
      assert.deepEqual(
        await db
          .selectFrom('event_terms')
          .select('term_id')
          .where('event_id', '=', id)
          .execute()
          .then(rows => rows.map(row => row.term_id)),
        [c.id],
      );
      await deleteTerm(db, a, writing);
      assert.equal((await again(c)).parent, 0);
      assert.deepEqual([(await again(c)).count, (await again(c)).slug], [1, 'c']);
    });
  });

  describe('The count of a term', () => {
    const STATUSES = [
      'publish',
      'draft',
      'pending',
      'private',
      'trash',
      'future',
    ] as const satisfies Status[];

    it('The count of a term is the number of its published events', async () => {
      const [music, jazz] = [await category('Music'), await insertTerm(db, 'tag', { name: 'Jazz' }, writing)];
      const counts = async () => [(await again(music)).count, (await again(jazz)).count];
      const id = await event({ category_ids: [music.id], tag_ids: [jazz.id] });
      await event({ category_ids: [music.id], status: 'draft' });
      assert.deepEqual(await counts(), [1, 1]);
      await change(id, { category_ids: [music.id] });
      assert.deepEqual(await counts(), [1, 1]);
      await change(id, { status: 'private' });
      assert.deepEqual(await counts(), [0, 0]);
      await change(id, { status: 'publish', tag_ids: [] });
      assert.deepEqual(await counts(), [1, 0]);
      await change(id, { status: 'trash' });
      assert.deepEqual(await counts(), [0, 0]);
    });

    it('The count of a term is right after any changes', async () => {
      const status = fc.constantFrom(...STATUSES);
      const some = fc.subarray([0, 1, 2]);
      const step = fc.record({
        which: fc.nat(3),
        status: fc.option(status),
        terms: fc.option(some),
        gone: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
          for (const table of ['event_terms', 'events', 'terms'] as const)
            await db.deleteFrom(table).execute();
          const terms = [await category('a'), await category('b'), await category('c')];
          const events: number[] = [];
          for (const { which, status, terms: chosen, gone } of steps) {
            const category_ids = chosen?.flatMap(index => terms[index]?.id ?? []);
            const patch = { ...(status && { status }), ...(category_ids && { category_ids }) };
            const known = events[which];
            if (known === undefined) events.push(await event(patch));
            else await change(known, patch);
            if (gone && terms.length === 3) await deleteTerm(db, terms.pop()!, writing);
          }
          for (const term of terms) {
            const published = await db
              .selectFrom('event_terms')
              .innerJoin('events', 'events.id', 'event_id')
              .where('term_id', '=', term.id)
              .where('status', '=', 'publish')
              .select('events.id')
              .execute();
            assert.equal((await again(term)).count, published.length);
          }
        }),
        { numRuns: 40 },
      );
    });
  });

  const writing = {
    viewer: { id: author, login: 'a', role: 'editor' as const },
    config: readConfig({}),
    now: 1_800_000_000,
  };

  const TIMES = {
    ...{ all_day: 0, start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 12:00:00' },
    ...{ start_at: 1_936_180_800, end_at: 1_936_188_000, timezone: 'UTC', timezone_abbr: 'UTC' },
  };

  interface TestPatch {
    status?: Status;
    category_ids?: number[];
    tag_ids?: number[];
  }

  const event = async (patch: TestPatch) =>
    (await insertEvents(db, [{ patch: { title: 'Jazz', times: TIMES, ...patch } }], writing))[0]!;

  const change = async (id: number, patch: TestPatch) =>
    updateEvent(db, (await findEventRow(db, { id }))!, patch, writing);
});
