import { describe } from 'node:test';
import { type Answer, at, type Members } from './client.ts';
import type { Kind } from './fields.ts';
import { type Operation, operations } from './interface.ts';
import { answers, different, type Probe, pair, refuses, same } from './probes.ts';
import type { World } from './world.ts';
import { address, read, writing } from './writes.ts';

/** Tests `id` and `slug` in the paths of a kind: which record they select, and the answer if there is none. */
export function addresses(world: World, kind: Kind): void {
  describe(`Addresses of ${kind.path}`, () => {
    for (const operation of operations.filter(({ path }) => path.startsWith(`${kind.path}/`))) {
      const name = operation.path.endsWith('<id>') ? 'id' : 'slug';
      pair(operation, name, async probe => {
        if (operation.method === 'GET') await reading(world, kind, operation, name, probe);
        else if (operation.method === 'DELETE') await deleting(world, kind, operation, name, probe);
        else await updating(world, kind, operation, name, probe);
        await unknown(world, kind, operation, name, probe);
      });
    }
  });
}

type Name = 'id' | 'slug';

async function reading({ ask, ...world }: World, kind: Kind, { path }: Operation, name: Name, probe: Probe) {
  const [one, two] = await twins({ ask, ...world }, kind);
  await probe('reads the record and no other', async () => {
    for (const record of [one, two])
      answers(await ask({ path: address(path, record) }), 200, { id: record.id, slug: record.slug });
  });
  await probe('another one in the query does not replace it', async () =>
    answers(await ask({ path: address(path, one), query: { [name]: two[name] } }), 200, { id: one.id }),
  );
}

async function deleting(world: World, kind: Kind, { path }: Operation, name: Name, probe: Probe) {
  const { ask } = world;
  const [one, two] = await twins(world, kind);
  const remove = (members: Members = {}): Promise<Answer> =>
    ask({ method: 'DELETE', path: address(path, one), as: 'administrator', ...members });
  await probe('nobody in particular deletes nothing', async () => {
    answers(await remove({ as: undefined }), 401, { code: 'rest_forbidden' });
    answers(await ask({ path: address(path, one) }), 200, { id: one.id });
  });
  await probe('deletes the record and no other, whatever the query and the body say', async () => {
    answers(await remove({ query: { [name]: two[name] }, form: { [name]: two[name] } }), 200, { id: one.id });
    const gone = await ask({ path: `${kind.path}/${one.id}` });
    different(gone.status, 200, 'reading it afterwards');
    answers(await ask({ path: address(path, two) }), 200, { id: two.id });
  });
  await probe('deletes it once', async () => {
    const again = await remove();
    if (name === 'slug' || isTerms(kind)) refuses(again, [name]);
    else answers(again, 410, { code: `${kind.path.slice(1, -1)}-is-in-trash` });
  });
}

async function updating(world: World, kind: Kind, { method, path }: Operation, name: Name, probe: Probe) {
  const { ask } = world;
  const [one, two] = await twins(world, kind);
  // In an event, a slug in the input is its new slug.
  const other = kind.path === '/events' && name === 'slug' ? {} : { [name]: two[name] };
  const json = { ...other, description: 'Changed' };
  await probe('nobody in particular changes nothing', async () => {
    answers(await ask({ method, path: address(path, one), json }), 401, { code: 'rest_forbidden' });
    same((await read(world, kind, one)).body.description, one.description, 'description');
  });
  for (const query of [{}, other])
    await probe(`changes the record and no other, with ${Object.keys(query)} in the query`, async () => {
      const before = (await read(world, kind, two)).body;
      const answer = await ask({ method, path: address(path, one), query, json, as: 'administrator' });
      answers(answer, 200, { id: one.id, description: /Changed/ });
      answers(await read(world, kind, one), 200, { description: /Changed/ });
      same((await read(world, kind, two)).body, before, 'the other record');
    });
}

async function unknown(world: World, kind: Kind, { method, path }: Operation, name: Name, probe: Probe) {
  const ask = (record: Members): Promise<Answer> => {
    const request = { method, path: address(path, record), as: 'administrator' } as const;
    return world.ask(writing(method) ? { ...request, json: { description: 'x' } } : request);
  };
  const isEvent = kind.path === '/events';
  await probe(`an unknown ${name}`, async () => {
    const answer = await ask({ id: world.unknown, slug: 'no-such-slug' });
    if (isEvent && (name === 'id' || writing(method))) answers(answer, 404, { code: 'rest-event-not-found' });
    else refuses(answer, [name]);
  });
  if (name === 'slug') return;
  await probe('the id of another kind', async () => {
    const other = { '/events': world.venues, '/categories': world.tags, '/tags': world.categories };
    const answer = await ask({
      id: at(other, kind.path) ? at(other, `${kind.path}.0`) : world.pictures[0].id,
    });
    if (isEvent) answers(answer, 400, { code: 'rest-invalid-event-id' });
    else refuses(answer, ['id']);
  });
  await probe('what is no number is no route', async () =>
    answers(await ask({ id: '7x' }), 404, { code: 'rest_no_route' }),
  );
}

async function twins({ ask, unique }: World, kind: Kind): Promise<[Members, Members]> {
  const make = async (): Promise<Members> => {
    const json = { ...kind.least(unique()), description: 'Kept' };
    const made = await ask({ method: 'POST', path: kind.path, json, as: 'administrator' });
    answers(made, 201);
    return made.body;
  };
  return [await make(), await make()];
}

function isTerms({ path }: Kind): boolean {
  return path === '/categories' || path === '/tags';
}
