import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Account } from './account.ts';
import { signedIn } from './admin.ts';
import { eventOf } from './client.ts';
import { startDocumented } from './documented.ts';
import { picture } from './pictures.ts';

const { service, call, undocumented } = await startDocumented();
const { site, accounts } = service;
const { author, editor, contributor, subscriber } = accounts;

interface Listed {
  images: { id: number; uses: number; alt_text?: string }[];
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
    assert.equal((await desk.open('/pictures/?page=99')).status, 303);
  });
});
