import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Change } from './changes.ts';
import { type Body, caller, eventOf, type Reply } from './client.ts';
import { markup } from './markup.ts';
import { picture } from './pictures.ts';
import { type Kind, PASSWORD, type Planted, plant } from './rights/calendar.ts';
import { type Lock, mayAs, mayWith, ROLES, rowsOf } from './rights/table.ts';
import { type Visitor, visitorOf } from './rights/visitor.ts';
import { histories, reads, trashes, type Way, writes } from './rights/ways.ts';
import { sampleOf } from './sample.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';

// Every operation, in every way, for every role, as stated in test/rights/table.ts.

const service = await startService({ MAX_PER_PAGE: '500' });
after(() => service[Symbol.asyncDispose]());
const calendar = await plant(service);
const visitors = ROLES.map(who => visitorOf(service, calendar, who));
const KINDS: Kind[] = ['events', 'venues', 'organizers'];
const ALL = 'per_page=500&start_date=2000-01-01&end_date=2099-12-31';

/**
 * Calls `attempt` for each record in one of the ways, in turn, and in every way for each right of the visitor.
 * PostgreSQL is slower and gets a sample of the latter, because only lists depend on the store.
 */
async function walk<W extends Way>(
  visitor: Visitor,
  ways: (record: Planted, site: string) => W[],
  attempt: (record: Planted, way: W) => Promise<void>,
): Promise<void> {
  const tried = new Map<string, number>();
  const all = calendar.records.map(record => ({ record, ways: ways(record, service.site) }));
  const nameOf = (record: Planted, way: Way) =>
    `${record.kind} ${way.name} ${visitor.right(record, way.lock)}`;
  const count = (record: Planted, way: Way) => tried.get(nameOf(record, way)) ?? 0;
  const attempts: { record: Planted; way: W }[] = [];
  const add = (record: Planted, way: W) => {
    tried.set(nameOf(record, way), count(record, way) + 1);
    attempts.push({ record, way });
  };
  for (const { record, ways } of SERVER ? [] : all) {
    const seldom = ways
      .filter(({ isSlow }) => !isSlow)
      .toSorted((one, other) => count(record, one) - count(record, other));
    add(record, seldom[0]!);
  }
  for (const { record, ways } of all) for (const way of ways) if (count(record, way) === 0) add(record, way);
  const some = SERVER ? sampleOf(`${visitor.who} ${attempts.length}`, attempts, 0.15) : attempts;
  await atOnce(some, ({ record, way }) => attempt(record, way));
}

/** Runs the work concurrently for some items at a time. */
async function atOnce<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

const singular = (kind: Kind) => kind.slice(0, -1);
const described = (visitor: Visitor, { owner, state, lock }: Planted, { name, line }: Way) =>
  `${visitor.who}, ${name}: ${owner}'s ${state.status} ${state.before ?? ''} ${lock} (${line})`;

/** The answer to reading one record: null if it is shown. */
function refusalOf({ kind, state }: Planted, right: string): string | null {
  if (kind !== 'events') return right === '.' ? `${singular(kind)}-not-accessible` : null;
  if (state.status === 'trash') return 'event-no-longer-available';
  return { '.': 'event-not-accessible', L: 'event-password-protected' }[right] ?? null;
}

const EVERY_METHOD = 'DELETE, GET, PATCH, POST, PUT';
const methodsIn = ({ headers }: Reply) => headers.get('allow')?.split(', ').sort().join(', ');

describe('Single records', () => {
  for (const visitor of visitors) {
    it(`The rights table decides which records ${visitor.who} reads`, () =>
      walk(visitor, reads, async (record, way) => {
        const right = visitor.right(record, way.lock);
        const reply = await visitor.ask(way.line, way.headers);
        const text = described(visitor, record, way);
        const mayEdit = /[ET]/.test(visitor.right(record));
        assert.equal(methodsIn(reply), mayEdit ? EVERY_METHOD : 'GET', text);
        if (way.name === 'by OPTIONS') return assert.equal(reply.status, 200);
        const refusal = refusalOf(record, right);
        assert.deepEqual([reply.status, reply.body.code], refusal ? [403, refusal] : [200, undefined], text);
        if (!refusal) assert.equal(reply.body.id, record.id, text);
      }));

    it(`The rights table decides which records ${visitor.who} changes and deletes`, () =>
      walk(visitor, writes, async (record, way) => {
        const mayEdit = /[ET]/.test(visitor.right(record));
        const reply = await visitor.ask(way.line, way.headers);
        const deletes = /DELETE/.test(way.name) && record.state.status === 'trash';
        const allowed = deletes ? 410 : 412;
        const status = mayEdit ? allowed : visitor.who === 'nobody' ? 401 : 403;
        assert.equal(reply.status, status, described(visitor, record, way) + reply.text);
      }));
  }
});

const idsIn = (records: { id: number }[]) => records.map(({ id }) => id).sort((a, b) => a - b);

/** A list of a kind, after checking its total. */
async function list(visitor: Visitor, kind: Kind | 'tags', query: string): Promise<number[]> {
  const { status, body, headers, text } = await visitor.ask(`GET /${kind}?${query}`);
  assert.equal(status, 200, text);
  const ids = idsIn(body[kind]);
  assert.equal(body.total, ids.length, `${visitor.who} ${kind} ${query}`);
  assert.equal(headers.get('x-tec-total'), String(ids.length));
  return ids;
}

/** The records of a kind to which the visitor has one of these rights. */
const having = (visitor: Visitor, kind: Kind, rights: RegExp, lock?: Lock) =>
  calendar.records.filter(record => record.kind === kind && rights.test(visitor.right(record, lock)));

const LISTED = /[ERL]/;

/** Lists filtered by an event, and the rights with which they show the event or its linked records. */
const BELONGING: [kind: Kind | 'tags', query: string, rights: RegExp][] = [
  ['events', 'include', LISTED],
  ['tags', 'event', /[ER]/],
  ['venues', 'event', /[ER]/],
  ['events', 'include', LISTED],
  ['organizers', 'event', /[ER]/],
];

describe('Lists of records', () => {
  const known = (ids: number[]) => ids.filter(id => calendar.records.some(record => record.id === id));

  for (const visitor of visitors) {
    const writesAtAll = !['nobody', 'subscriber'].includes(visitor.who);

    it(`The rights table decides which records are listed and counted for ${visitor.who}`, async () => {
      for (const kind of KINDS) {
        const range = kind === 'events' ? ALL : 'per_page=500';
        const listed = idsIn(having(visitor, kind, LISTED));
        const all = await list(visitor, kind, range);
        assert.deepEqual(known(all), listed, `${visitor.who} ${kind}`);
        // A page has the total of all.
        const { body } = await visitor.ask(`GET /${kind}?${range}&per_page=2&page=1`);
        assert.deepEqual([body.total, body.total_pages], [all.length, Math.ceil(all.length / 2)]);
        for (const status of ['publish', 'future', 'draft', 'pending', 'private', 'trash']) {
          const line = `${range}&status=${status}`;
          if (!writesAtAll && status !== 'publish') {
            assert.equal((await visitor.ask(`GET /${kind}?${line}`)).status, 400);
            continue;
          }
          const rights = status === 'trash' ? /[Ttl]/ : LISTED;
          const expected = having(visitor, kind, rights).filter(({ state }) => state.status === status);
          assert.deepEqual(
            known(await list(visitor, kind, line)),
            idsIn(expected),
            `${visitor.who} ${kind} ${line}`,
          );
        }
      }
    });

    it(`Filters find for ${visitor.who} only records that are read in full`, async () => {
      for (const [at, [name, value]] of Object.entries(calendar.filters).entries())
        for (const lock of at < 2 ? (['locked', 'opened'] as const) : (['locked'] as const)) {
          const line = `${ALL}&${name}=${value}${lock === 'opened' ? `&password=${PASSWORD}` : ''}`;
          assert.deepEqual(
            known(await list(visitor, 'events', line)),
            idsIn(having(visitor, 'events', /[ER]/, lock)),
            `${visitor.who} ${line}`,
          );
        }
      for (const kind of ['venues', 'organizers'] as const)
        assert.deepEqual(
          known(await list(visitor, kind, 'per_page=500&search=needle')),
          idsIn(having(visitor, kind, /[ER]/)),
        );
    });

    it(`The rights table decides what lists by event id show to ${visitor.who}`, () =>
      atOnce(calendar.records, async record => {
        if (record.kind !== 'events') return;
        const right = visitor.right(record);
        const { id } = record;
        const [kind, query, rights] = BELONGING[id % BELONGING.length]!;
        const found = await list(visitor, kind, `${query}=${id}&per_page=500&hide_empty=false`);
        assert.equal(found.length, rights.test(right) ? 1 : 0, `${visitor.who} ${kind} ${right}`);
        if (kind === 'events') assert.deepEqual(found, LISTED.test(right) ? [id] : []);
      }));
  }
});

describe('Pages', () => {
  const PAGE = { accept: 'text/html' };

  for (const visitor of visitors) {
    it(`Pages show ${visitor.who} the events that the lists of the interface show`, async () => {
      const hall = having(visitor, 'venues', /R|E/).find(({ state }) => state.status === 'publish')!;
      for (const [path, query] of [
        ['events/day/2031-05-10', 'overlaps=2031-05-10/2031-05-10'],
        ['events/past', 'when=past'],
        ['events', 'when=ongoing,upcoming'],
        [`venue/${hall.slug}`, `venue=${hall.id}&when=ongoing,upcoming&hide_subsequent_recurrences=1`],
      ] as const) {
        const isList = !path.startsWith('venue') && !path.includes('day');
        const size = isList ? '?per_page=500&hide_subsequent_recurrences=0' : '';
        const page = await visitor.ask(`GET ${service.site}/${path}/${size}`, PAGE);
        assert.equal(page.status, 200, `${visitor.who} ${path}`);
        const { events } = (await visitor.ask(`GET /events?${query}&per_page=500`)).body;
        const links = markup(page.text).all('main a');
        const shown = links.flatMap(
          ({ href = '' }) => /^[^?]*(\/event\/.*)|\/(\?.*p=\d+)/.exec(href)?.[1] ?? [],
        );
        const listed = events
          .map(({ url }) => new URL(url).pathname)
          .filter(path => path.startsWith('/event/'));
        assert.ok(listed.length > 0 || !path.includes('day'));
        assert.deepEqual([...new Set(shown)].sort(), listed.sort(), `${visitor.who} ${path}`);
      }
    });

    it(`The rights table decides which pages ${visitor.who} reads`, async () => {
      const some = sampleOf(`pages ${visitor.who}`, calendar.records, SERVER ? 0.05 : 0.15);
      await atOnce(some, async record => {
        const { kind, slug, state } = record;
        const right = visitor.right(record);
        const page = await visitor.ask(`GET ${service.site}/${singular(kind)}/${slug}/`, PAGE);
        const json = await visitor.ask(`GET /${kind}/by-slug/${slug}`);
        const text = `${visitor.who}: ${state.status} ${kind} ${right} ${page.status}`;
        // The page of a protected event asks for the password.
        assert.equal(page.status === 200, json.status === 200 || right === 'L', text);
        assert.equal(/name="password"/.test(page.text), right === 'L', text);
      });
    });
  }
});

describe('Linked records', () => {
  for (const visitor of visitors)
    it(`The rights table decides which linked records ${visitor.who} sees, and these lead to their event`, async () => {
      const { carrier } = calendar;
      const shown = {
        venues: idsIn(having(visitor, 'venues', /[ER]/)),
        organizers: idsIn(having(visitor, 'organizers', /[ER]/)),
      };
      const linkedTo = ({ venue, organizer }: Body) => ({
        venues: idsIn([venue].flat()),
        organizers: idsIn(organizer),
      });
      assert.deepEqual(linkedTo((await visitor.ask(`GET /events/${carrier}`)).body), shown);
      const [listed] = (await visitor.ask(`GET /events?include=${carrier}`)).body.events;
      assert.deepEqual(linkedTo(listed!), shown);
      for (const kind of ['venues', 'organizers'] as const) {
        const linked = (ids: number[]) => ids.filter(id => calendar.records.some(one => one.id === id));
        for (const query of [`event=${carrier}`, 'has_events=true', 'only_with_upcoming=true'])
          assert.deepEqual(linked(await list(visitor, kind, `per_page=500&${query}`)), shown[kind], query);
        for (const { id, kind: own } of calendar.records) {
          if (own !== kind) continue;
          const found = await list(visitor, 'events', `${ALL}&${singular(kind)}=${id}`);
          assert.deepEqual(found, shown[kind].includes(id) ? [carrier] : [], `${visitor.who} ${id}`);
        }
      }
    });

  it('The count of a term is the same for everybody', async () => {
    const counts = new Set<number>();
    for (const visitor of visitors) counts.add((await visitor.ask(`GET /tags/${calendar.tag}`)).body.count);
    const published = calendar.records.filter(
      ({ kind, state }) => kind === 'events' && state.status === 'publish',
    );
    assert.deepEqual([...counts], [published.length]);
  });
});

const CREATES = ['contributor', 'author', 'editor', 'administrator'];
const refused = (who: string) => (who === 'nobody' ? 401 : 403);

describe('Rights to the history of records', () => {
  for (const visitor of visitors) {
    const { who, ask } = visitor;
    const mayOpen = ['editor', 'administrator'].includes(who);

    it(`The rights table decides which histories ${who} reads and restores`, () =>
      walk(visitor, histories, async (record, way) => {
        const reply = await ask(way.line, way.headers);
        const text = described(visitor, record, way) + reply.text;
        const may = mayWith(way.what, visitor.right(record));
        const allowed = way.what === 'brings a version back' ? 412 : 200;
        assert.equal(reply.status, may ? allowed : refused(who), text);
        assert.equal(methodsIn(reply), may ? (allowed === 412 ? 'POST' : 'GET') : '', text);
        if (way.name !== 'changes' || !may) return;
        const { versions } = reply.body as unknown as { versions: Change[] };
        assert.ok(versions.length >= 2, text);
        // The administrator made all of it. Administrators alone read from where, which creations do not keep.
        const isTold = versions.map(({ credential }) => 'address' in credential);
        assert.equal(isTold.includes(true), who === 'administrator', text);
        for (const { credential } of versions) {
          const keys = Object.keys(credential).filter(key => key !== 'address');
          assert.deepEqual(keys, mayOpen ? ['type', 'id', 'name'] : ['type'], text);
        }
      }));

    it(`Versions show ${who} only the venues and organizers of the rights table`, async () => {
      for (const [owner, id] of Object.entries(calendar.former)) {
        const [latest] = await versionsOf(id);
        const { status, body } = await ask(`GET ${latest}`);
        const may = mayOpen || who === owner;
        assert.equal(status, may ? 200 : refused(who));
        if (!may) continue;
        const { event } = body as unknown as { event: Body };
        assert.deepEqual(idsIn([event.venue].flat()), idsIn(having(visitor, 'venues', /[ER]/)), who);
        assert.deepEqual(idsIn(event.organizer), idsIn(having(visitor, 'organizers', /[ER]/)), who);
      }
    });
  }

  for (const [what, cells] of rowsOf('reads the history of'))
    it(`Only ${ROLES.filter((_, at) => cells[at] === 'yes').join(', ')} may read the history of ${what}`, async () => {
      const path = what === 'a tag' ? '/tags' : '/categories';
      const make = caller(service.base);
      const as = service.accounts.administrator;
      const { id } = (await make(`POST ${path}`, { as, json: { name: `Of ${what}` } })).body;
      for (const { who, ask } of visitors) {
        const { status } = await ask(`GET ${service.site}/cal/history/v1${path}/${id}`);
        assert.equal(status, mayAs(who, 'reads the history of', what) ? 200 : refused(who), who);
      }
    });
});

/** Addresses of the versions of an event, the latest first. */
async function versionsOf(id: number): Promise<string[]> {
  const as = service.accounts.administrator;
  const { body } = await caller(service.site)(`GET /cal/history/v1/events/${id}`, { as });
  return (body as unknown as { versions: Change[] }).versions.map(({ rest_url }) => rest_url);
}

describe('Rights to the trash', () => {
  const known = (ids: number[]) => ids.filter(id => calendar.records.some(record => record.id === id));
  const WITH = 'with what is in the trash, or was';

  for (const visitor of visitors) {
    const { who, ask } = visitor;

    it(`The rights table decides which trashed records ${who} reads, restores and deletes`, () =>
      walk(visitor, trashes, async (record, way) => {
        const { status, text } = await ask(way.line, way.headers);
        const ends = way.what === 'deletes it for good';
        const may = ends ? mayAs(who, WITH, way.what) : mayWith(way.what, visitor.right(record));
        // A missing record has no owner.
        const isThere = record.state.status === 'trash';
        const passes = isThere || ends ? may : CREATES.includes(who);
        const allowed = way.what === 'has it in the trash' ? 200 : 412;
        const expected = passes ? (isThere ? allowed : 404) : refused(who);
        assert.equal(status, expected, described(visitor, record, way) + text);
      }));

    it(`The rights table decides what of the trash ${who} lists and empties`, async () => {
      const listed = await ask(`GET ${service.site}/cal/trash/v1?per_page=500`);
      const own = calendar.records.filter(
        record => mayWith('has it in the trash', visitor.right(record)) && CREATES.includes(who),
      );
      assert.equal(listed.status, CREATES.includes(who) ? 200 : refused(who));
      const { trash = [], total = 0 } = listed.body as unknown as { trash: { id: number }[]; total: number };
      assert.deepEqual(known(idsIn(trash)), idsIn(own), who);
      assert.equal(total, trash.length);
      // Nothing is a hundred years old.
      const { status } = await ask(`DELETE ${service.site}/cal/trash/v1?days=36500`);
      assert.equal(status, mayAs(who, WITH, 'empties the trash') ? 200 : refused(who), who);
    });
  }

  it('The rights table decides who reads and restores a record deleted for good', async () => {
    const as = service.accounts.administrator;
    const call = caller(service.base);
    for (const owner of ['contributor', 'author'] as const) {
      const json = eventOf('Gone', { author: service.accounts[owner].id, status: 'draft' });
      const { id } = (await call('POST /events', { as, json })).body;
      await call(`DELETE /events/${id}`, { as });
      await call(`DELETE ${service.site}/cal/trash/v1/${id}`, { as });
      const [latest] = await versionsOf(id);
      for (const { who, ask } of visitors) {
        const reads = [`GET ${service.site}/cal/history/v1/events/${id}`, `GET ${latest}`];
        const [mayRead, mayRestore] = ['reads its history', 'brings it back'].map(what =>
          mayAs(who, WITH, what),
        );
        for (const line of reads) assert.equal((await ask(line)).status, mayRead ? 200 : refused(who), line);
        const restored = await ask(`POST ${latest}/restore`, { 'if-match': '"none"' });
        assert.equal(restored.status, mayRestore ? 412 : refused(who), `${who} ${restored.text}`);
      }
    }
  });
});

describe('Ids of venues and organizers used as event ids', () => {
  for (const visitor of visitors)
    it(`Deleting a venue or organizer as an event tells ${visitor.who} only about records they may edit`, async () => {
      const others = calendar.records.filter(({ kind }) => kind !== 'events');
      await atOnce(others, async record => {
        const mayEdit = /[ET]/.test(visitor.right(record));
        const line = `DELETE /events/${record.id}`;
        const { status, body } = await visitor.ask(line);
        const expected = mayEdit ? [400, 'rest-invalid-event-id'] : [refused(visitor.who), 'rest_forbidden'];
        assert.deepEqual(
          [status, body.code],
          expected,
          described(visitor, record, { name: '', line } as Way),
        );
      });
    });
});

describe('The Allow header of refusals', () => {
  it('A refused request has the methods that its sender may use', async () => {
    const record = calendar.records.find(({ kind }) => kind === 'venues')!;
    for (const { who, ask, right } of visitors) {
      const collection = who === 'nobody' || who === 'subscriber' ? 'GET' : 'GET, POST';
      for (const line of ['GET /venues?page=0', 'POST /venues'])
        assert.equal(methodsIn(await ask(line)), collection, `${who} ${line}`);
      const single = /[ET]/.test(right(record)) ? EVERY_METHOD : 'GET';
      assert.equal(methodsIn(await ask(`PATCH /venues/${record.id}?status=none`)), single, who);
    }
  });
});

describe('Rights to create and edit', async () => {
  const call = caller(service.base);
  const as = service.accounts.administrator;
  const make = async (line: string, json: object) => (await call(line, { as, json })).body.id;
  const png = new Uint8Array(await picture(2, 2));
  let made = 0;
  const creates: Record<string, () => [line: string, sending: object]> = {
    'an event': () => ['POST /events', { json: eventOf(`Made ${++made}`) }],
    'a venue': () => ['POST /venues', { json: { venue: `Made ${++made}` } }],
    'an organizer': () => ['POST /organizers', { json: { organizer: `Made ${++made}` } }],
    'a category': () => ['POST /categories', { json: { name: `Made ${++made}` } }],
    'a tag': () => ['POST /tags', { json: { name: `Made ${++made}` } }],
    'a picture': () => [
      `POST ${service.site}/images`,
      { body: png, headers: { 'content-type': 'image/png' } },
    ],
  };

  for (const [what, cells] of rowsOf('creates'))
    it(`Only ${ROLES.filter((_, at) => cells[at] === 'yes').join(', ')} may create ${what}`, async () => {
      for (const [at, who] of ROLES.entries()) {
        const [line, sending] = creates[what]!();
        const as = who === 'nobody' ? undefined : service.accounts[who];
        const { status } = await call(line, { ...sending, as });
        assert.equal(status, cells[at] === 'yes' ? 201 : refused(who), who);
      }
    });

  for (const [what, cells] of rowsOf('edits and deletes'))
    it(`Only ${ROLES.filter((_, at) => cells[at] === 'yes').join(', ')} may edit and delete ${what}`, async () => {
      const path = what === 'a tag' ? '/tags' : '/categories';
      const id = await make(`POST ${path}`, { name: `Edited ${what}` });
      for (const [at, { who, ask }] of visitors.entries())
        for (const way of writes(
          { kind: path.slice(1) as Kind, id, slug: 'none' } as Planted,
          service.site,
        )) {
          if (/by-slug/.test(way.line)) continue;
          const { status } = await ask(way.line, way.headers);
          assert.equal(status, cells[at] === 'yes' ? 412 : refused(who), `${who} ${way.name}`);
        }
    });

  it('A new event has the status that the role of its author allows', async () => {
    for (const [sent, cells] of rowsOf('comes of a new event with the status'))
      for (const [at, who] of ROLES.entries()) {
        if (who === 'nobody') continue;
        const date = sent === 'future' ? { date: '2098-01-01' } : {};
        const json = eventOf(`Sent ${++made}`, { status: sent, ...date });
        const { status, body } = await call('POST /events', { as: service.accounts[who], json });
        if (cells[at] !== 'no') assert.deepEqual([status, body.status], [201, cells[at]], `${who} ${sent}`);
        else assert.equal(status, who === 'subscriber' && sent !== 'trash' ? 403 : 400, `${who} ${sent}`);
      }
  });
});
