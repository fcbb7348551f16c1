import { COLLECTIONS, LINKS, SEARCHED, type Type } from './collections.ts';

/** The policy that holds for everybody, by the id that each installation gives it. */
const PUBLIC = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17';

/**
 * Makes the collections of a calendar, and lets everybody read all of them. Rules for single records need a license key
 * of Directus, so only what is public is copied.
 */
export async function makeSchema(site: string, account: object): Promise<void> {
  const { access_token } = (await send(site, '', '/auth/login', account)) as { access_token: string };
  const post = (path: string, body: object) => send(site, access_token, path, body);
  for (const [collection, fields] of Object.entries(COLLECTIONS))
    await post('/collections', { ...made(collection), fields: [key, ...fieldsOf(fields)] });
  for (const link of LINKS) {
    const between = `events_${link}`;
    const ends = ['events_id', `${link}_id`].map(field => ({ field, type: 'integer' }));
    const own = { ...key, schema: { is_primary_key: true, has_auto_increment: true } };
    await post('/collections', { ...made(between), fields: [own, ...ends] });
    await post('/fields/events', { field: link, type: 'alias', meta: { special: ['m2m'] } });
    const of = (field: string, collection: string, junction_field: string, one_field: string | null) => ({
      ...{ collection: between, field, related_collection: collection },
      ...{ meta: { one_field, junction_field }, schema: { on_delete: 'CASCADE' } },
    });
    await post('/relations', of('events_id', 'events', `${link}_id`, link));
    await post('/relations', of(`${link}_id`, link, 'events_id', null));
  }
  for (const collection of [...Object.keys(COLLECTIONS), ...LINKS.map(link => `events_${link}`)])
    await post('/permissions', { policy: PUBLIC, collection, action: 'read', fields: ['*'] });
}

const key = { field: 'id', type: 'integer', schema: { is_primary_key: true }, meta: { hidden: true } };
const made = (collection: string) => ({ collection, meta: {}, schema: {} });

const fieldsOf = (fields: Record<string, Type>) =>
  Object.entries(fields).map(([field, type]) => ({
    ...{ field, type, schema: {}, meta: { searchable: SEARCHED.has(field) } },
  }));

async function send(site: string, token: string, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(site + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Directus answered ${answer.status} to POST ${path}: ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as { data: unknown }).data;
}
