import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { savePendingEdit } from '../src/events/pending-edits.ts';
import { addProposal } from '../src/events/public-proposals.ts';
import { tidy } from '../src/jobs/tidy.ts';
import { removeUnused } from '../src/trash/unused-images.ts';
import type { Account } from './account.ts';
import { signedIn } from './admin.ts';
import { eventOf } from './client.ts';
import { startDocumented } from './documented.ts';
import { picture } from './pictures.ts';

const { service, call, undocumented } = await startDocumented();
const { site, accounts } = service;
const { author, editor, contributor, subscriber } = accounts;

interface Listed {
  images: { id: number; uses: number; proposals: number; alt_text?: string }[];
  total: number;
  total_pages: number;
  next_rest_url?: string;
}

async function upload(as: Account, name: string, alt_text = ''): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([await picture(20, 20)]), name);
  const { status, body, text } = await call(`POST ${site}/images`, { as, body: form });
  assert.equal(status, 201, text);
  if (alt_text) await call(`PATCH ${site}/images/${body.id}`, { as, json: { alt_text } });
  return body.id as number;
}

async function list(as: Account, query = ''): Promise<Listed> {
  const { status, text, body } = await call(`GET ${site}/images${query}`, { as });
  assert.equal(status, 200, text);
  return body as unknown as Listed;
}

const ids = async (as: Account, query = '') => (await list(as, query)).images.map(({ id }) => id);

describe('The list of images', () => {
  const made: Promise<number[]> = (async () => [
    await upload(editor, 'swing.png'),
    await upload(author, 'placa.png', 'La Plaça Major'),
    await upload(author, 'fira.png'),
  ])();

  it('It has the newest first, with the number of records that show each, and is filtered', async () => {
    const [swing, placa, fira] = await made;
    for (const title of ['One', 'Two'])
      await call('POST /events', { as: editor, json: eventOf(title, { image: placa }) });
    await call('POST /venues', { as: editor, json: { venue: 'Square', image: placa } });
    const all = await list(editor);
    assert.deepEqual(
      all.images.map(({ id, uses }) => [id, uses]),
      [
        [fira, 0],
        [placa, 3],
        [swing, 0],
      ],
    );
    assert.deepEqual(await ids(editor, '?search=MAJOR+placa'), [placa]);
    assert.deepEqual(await ids(editor, '?search=swing'), [swing]);
    assert.deepEqual(await ids(editor, '?alt=missing'), [fira, swing]);
    assert.deepEqual(await ids(editor, '?unused=true'), [fira, swing]);
    assert.deepEqual(await ids(editor, '?unused=false'), [placa]);
    assert.deepEqual(await ids(author, '?unused=true&alt=missing&search=png'), [fira]);
  });

  it('Its pages have exact totals, and links that repeat the filters', async () => {
    const [swing] = await made;
    const first = await list(editor, '?per_page=1&alt=missing');
    assert.deepEqual([first.total, first.total_pages], [2, 2]);
    const next = await call(`GET ${first.next_rest_url}`, { as: editor });
    assert.deepEqual([next.status, (next.body as unknown as Listed).images[0]!.id], [200, swing]);
    const behind = await call(`GET ${site}/images?page=9`, { as: editor });
    assert.deepEqual([behind.status, behind.body.code], [404, 'image-archive-page-not-found']);
    const wrong = await call(`GET ${site}/images?alt=none`, { as: editor });
    assert.deepEqual([wrong.status, /\balt\b/.test(wrong.text)], [400, true]);
  });

  it('Editors have those of all, others their own, and readers none', async () => {
    const [, placa, fira] = await made;
    assert.deepEqual(await ids(author), [fira, placa]);
    assert.deepEqual(await ids(contributor), []);
    assert.equal((await call(`GET ${site}/images`, { as: subscriber })).status, 403);
    assert.equal((await call(`GET ${site}/images`, {})).status, 401);
    assert.deepEqual(undocumented, []);
  });
});

describe('The library of pictures', () => {
  it('It shows what the viewer may change, and what is said of a picture holds for its events', async () => {
    const image = await upload(editor, 'quermesse.png');
    const event = (await call('POST /events', { as: editor, json: eventOf('Fair', { image }) })).body;
    const [desk, other] = [await signedIn(service, 'editor'), await signedIn(service, 'author')];
    const found = await desk.open('/pictures/?search=quermesse&only=no_alt');
    assert.match(found.text, new RegExp(`href="[^"]*/admin/pictures/${image}/"`));
    assert.match(found.text, /Uses: 1/);
    assert.doesNotMatch((await desk.open('/pictures/?only=unused')).text, /quermesse/);
    assert.doesNotMatch((await other.open('/pictures/')).text, /quermesse/);
    assert.equal((await other.open(`/pictures/${image}/`)).status, 404);
    assert.match(
      (await desk.open(`/pictures/${image}/`)).text,
      new RegExp(`/admin/events/${event.id}/">Fair<`),
    );
    const path = `/pictures/${image}/`;
    // A click sends where it was; nothing is saved until somebody saves.
    const clicked = await desk.send(path, {
      ...{ alt_text: 'Stalls', point_of: '240 240', 'point.x': '60', 'point.y': '120' },
    });
    assert.match(clicked.text, /name="focus_x"[^>]* value="25"/);
    assert.match(clicked.text, /value="Stalls"/);
    assert.equal(
      (
        await desk.send(path, {
          alt_text: 'Stalls',
          credit: 'Arxiu',
          license: 'CC0',
          alt_text_fr: 'Des étals',
          focus_x: '25',
          focus_y: '50',
        })
      ).status,
      303,
    );
    const shown = (await call(`GET /events/${event.id}`, {})).body.image as unknown as Record<
      string,
      unknown
    >;
    assert.deepEqual([shown.alt_text, shown.credit, shown.license], ['Stalls', 'Arxiu', 'CC0']);
    assert.deepEqual(shown.focal_point, { x: 25, y: 50 });
    const inFrench = (await call(`GET /events/${event.id}?i18n_language=fr`, {})).body.image;
    assert.equal((inFrench as unknown as { alt_text: string }).alt_text, 'Des étals');
    assert.match((await desk.open(path)).text, /name="alt_text_fr"[^>]* value="Des étals"/);
    assert.equal((await desk.open('/pictures/?page=99')).status, 303);
  });
});

describe('A picture of a proposal', () => {
  it('It is used by that: the list, its page and its removal say the same', async () => {
    const [changed, proposed, settled] = [
      await upload(editor, 'changed.png'),
      await upload(editor, 'proposed.png'),
      await upload(editor, 'settled.png'),
    ];
    const { id } = (await call('POST /events', { as: editor, json: eventOf('Public') })).body;
    const edit = { event_id: id, user_id: contributor.id, base: {}, members: { image: String(changed) } };
    await savePendingEdit(service.db, { ...edit, saved_at: 1, submitted_at: 1 }, undefined);
    const sent = {
      state: 'waits',
      name: 'Anna',
      email: 'a@example.org',
      language: 'en',
      client: 'x',
    } as const;
    for (const [token, typed] of [
      ['one', { called: 'Herbs', image: String(proposed), text: `"image":"${settled}0"` }],
      ['two', { called: 'Fair', former: JSON.stringify({ image: String(settled) }) }],
    ] as const)
      await addProposal(service.db, {
        ...{ ...sent, token, typed, start_at: 2 ** 32, end_at: 2 ** 32, now: 1, config: service.config },
      });
    await service.db
      .updateTable('public_proposals')
      .set({ state: 'published' })
      .where('typed', 'like', '%former%')
      .execute();
    const all = [settled, proposed, changed];
    const listed = async (query: string) => (await ids(editor, query)).filter(one => all.includes(one));
    assert.deepEqual([await listed('?unused=true'), await listed('?unused=false')], [[], all]);
    const { images } = await list(editor, '?search=proposed');
    assert.deepEqual(
      images.map(({ uses, proposals }) => [uses, proposals]),
      [[0, 1]],
    );
    const desk = await signedIn(service, 'editor');
    assert.match((await desk.open('/pictures/?search=proposed')).text, /in a proposal/);
    for (const [image, link] of [
      [changed, />Public<\/a> <small>in a proposal/],
      [changed, /href="[^"]*\/proposals\/\?open=edit-\d+">/],
      [proposed, /href="[^"]*\/proposals\/\?open=public-\d+">Herbs</],
      [settled, /"what">Fair <small>/],
    ] as const) {
      const { text } = await desk.open(`/pictures/${image}/`);
      assert.match(text, link);
      assert.doesNotMatch(text, /value="remove"/);
      assert.equal((await call(`DELETE ${site}/images/${image}`, { as: editor })).status, 400);
    }
    assert.deepEqual(undocumented, []);
  });
});

describe('A picture that gets a new file', () => {
  const fileOf = async (event: unknown) =>
    (await call(`GET /events/${event}`, {})).body.image as unknown as Record<string, unknown>;
  const replaced = async (as: Account, id: number, file_of: number, more = {}) =>
    (await call(`PATCH ${site}/images/${id}`, { as, json: { file_of, ...more } })).status;

  it('All that shows it follows at once, what is said of it stays, and the same request undoes it', async () => {
    const [image, fresh] = [await upload(author, 'old.png', 'A square'), await upload(author, 'new.png')];
    await call(`PATCH ${site}/images/${image}`, {
      as: author,
      json: { focal_point: { x: 9, y: 9 }, credit: 'Anna' },
    });
    const { id, url } = (await call('POST /events', { as: editor, json: eventOf('Replaced', { image }) }))
      .body;
    const before = await fileOf(id);
    assert.match(await (await fetch(url)).text(), /old\.png/);
    assert.equal(await replaced(author, image, fresh), 200);
    const after = await fileOf(id);
    assert.match(after.url as string, /new\.png$/);
    assert.deepEqual(
      [after.id, after.alt_text, after.credit, after.focal_point],
      [image, 'A square', 'Anna', undefined],
    );
    assert.match(await (await fetch(url)).text(), /new\.png/);
    assert.equal((await fetch(before.url as string)).status, 200, 'texts may name the former file');
    assert.ok(!(await ids(editor)).includes(fresh), 'the list has no former files');
    assert.deepEqual(await ids(author, `?former_of=${image}`), [fresh]);
    assert.equal(await replaced(editor, image, fresh), 200);
    assert.deepEqual(await fileOf(id), before);
  });

  it('The file is one of an own picture that nothing shows', async () => {
    const [image, shown, others] = [
      await upload(author, 'a.png'),
      await upload(author, 'b.png'),
      await upload(editor, 'c.png'),
    ];
    await call('POST /events', { as: editor, json: eventOf('Shows', { image: shown }) });
    for (const file_of of [image, shown, others, 999_999])
      assert.equal(await replaced(author, image, file_of), 400, String(file_of));
    assert.equal(await replaced(contributor, image, others), 403);
    assert.equal(await replaced(editor, image, others, { focal_point: { x: 1, y: 2 } }), 200);
    const { images } = await list(author, `?former_of=${image}`);
    assert.deepEqual(
      images.map(({ id }) => id),
      [others],
      'the former file stays with its author',
    );
    const { focal_point } = (await call(`GET ${site}/images/${image}`, { as: author })).body as never;
    assert.deepEqual(focal_point, { x: 1, y: 2 });
  });

  it('Former files go after the days of the trash, unless a text names them', async () => {
    const [image, first, second] = [
      await upload(author, 'd.png'),
      await upload(author, 'e.png'),
      await upload(author, 'f.png'),
    ];
    const { url } = (await call(`GET ${site}/images/${image}`, { as: author })).body;
    await replaced(author, image, first);
    await replaced(author, image, second);
    const json = eventOf('Text', { description: `<img src="${url}">` });
    await call('POST /events', { as: editor, json });
    const [theirs, other] = [await upload(contributor, 'p.png'), await upload(contributor, 'q.png')];
    await call('POST /events', { as: contributor, json: eventOf('Draft', { image: theirs }) });
    await replaced(contributor, theirs, other);
    const now = Math.floor(Date.now() / 1000);
    const config = { ...service.config, TRASH_DAYS: 30 };
    for (const days of [2, 29]) await tidy(service.db, config, now + days * 86_400);
    assert.deepEqual(await ids(contributor, `?former_of=${theirs}`), [other]);
    assert.deepEqual(await ids(author, `?former_of=${image}`), [second, first]);
    await tidy(service.db, config, now + 31 * 86_400);
    assert.deepEqual(
      await ids(author, `?former_of=${image}`),
      [first],
      'it has the file that the text names',
    );
  });

  it('At the administration a file is sent, and put back with one click', async () => {
    const image = await upload(author, 'g.png');
    const desk = await signedIn(service, 'author');
    const path = `/pictures/${image}/`;
    assert.match((await desk.send(path, { do: 'replace' })).text, /Choose a file first/);
    const form = new FormData();
    form.set('do', 'replace');
    form.set('file', new Blob([await picture(30, 10)]), 'wide.png');
    assert.match((await desk.send(path, form)).to!, /picture_replaced/);
    const page = await desk.open(path);
    assert.match(page.text, /<h1>wide\.png/);
    const former = /name="former" value="(\d+)"/.exec(page.text)![1]!;
    await desk.send(path, { do: 'back', former });
    assert.match((await desk.open(path)).text, /<h1>g\.png/);
  });
});

describe('A picture that is removed', () => {
  const remove = async (as: Account | undefined, id: number) => call(`DELETE ${site}/images/${id}`, { as });

  it('It goes with its files and former files, if it is an own one that nothing needs', async () => {
    const [image, fresh, shown] = [
      await upload(author, 'h.png'),
      await upload(author, 'i.png'),
      await upload(author, 'j.png'),
    ];
    await call(`PATCH ${site}/images/${image}`, { as: author, json: { file_of: fresh } });
    const files = await Promise.all(
      [image, fresh].map(async id => (await call(`GET ${site}/images/${id}`, { as: author })).body.url),
    );
    const event = (await call('POST /events', { as: editor, json: eventOf('Holds', { image: shown }) })).body
      .id;
    assert.equal((await remove(undefined, image)).status, 401);
    for (const as of [contributor, subscriber]) assert.equal((await remove(as, image)).status, 403);
    const others = await upload(editor, 'k.png');
    assert.equal((await remove(author, others)).status, 403);
    assert.equal((await remove(author, shown)).status, 400);
    assert.equal((await remove(author, image)).status, 200);
    for (const url of files) assert.equal((await fetch(url!)).status, 404);
    assert.equal((await remove(author, image)).status, 400);
    // A version would bring it back.
    await call(`PATCH /events/${event}`, { as: editor, json: { image: '' } });
    const { status, text } = await remove(editor, shown);
    assert.deepEqual([status, /history/.test(text)], [400, true]);
    assert.deepEqual(undocumented, []);
  });

  it('A file that another picture gets meanwhile stays', async () => {
    const [image, fresh] = [await upload(author, 'n.png'), await upload(author, 'o.png')];
    let isRead = false;
    const meanwhile = service.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isRead) {
          isRead = true;
          await call(`PATCH ${site}/images/${image}`, { as: author, json: { file_of: fresh } });
        }
        return result;
      },
    });
    assert.equal(await removeUnused(meanwhile, service.config, [fresh]), 0);
    const { url } = (await call(`GET ${site}/images/${image}`, { as: author })).body;
    assert.match(url!, /o\.png$/);
    assert.equal((await fetch(url!)).status, 200);
  });

  it('At the administration it is asked first, and offered only for what nothing shows', async () => {
    const [image, shown] = [await upload(author, 'l.png'), await upload(author, 'm.png')];
    await call('POST /events', { as: editor, json: eventOf('Keeps', { image: shown }) });
    const desk = await signedIn(service, 'author');
    assert.doesNotMatch((await desk.open(`/pictures/${shown}/`)).text, /value="remove"/);
    assert.match(
      (await desk.send(`/pictures/${shown}/`, { do: 'remove', sure: '1' })).text,
      /was not removed/,
    );
    assert.match((await desk.send(`/pictures/${image}/`, { do: 'remove' })).text, /gone for good/);
    assert.ok((await ids(author)).includes(image));
    assert.match(
      (await desk.send(`/pictures/${image}/`, { do: 'remove', sure: '1' })).to!,
      /picture_removed/,
    );
    assert.ok(!(await ids(author)).includes(image));
  });
});
