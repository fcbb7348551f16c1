import { describe } from 'node:test';
import { languages as known } from '../../src/i18n/language.ts';
import { type Answer, isMembers, type Members, type Request } from './client.ts';
import type { Kind } from './fields.ts';
import { type Operation, operations } from './interface.ts';
import { answers, different, type Probe, pair, refuses, same } from './probes.ts';
import type { World } from './world.ts';
import { address, read, writing } from './writes.ts';

/** Tests `i18n_language` of every operation: every language is accepted and used, any other is refused. */
export function languages(world: World, kinds: Kind[]): void {
  describe('Languages', () => {
    for (const operation of operations)
      pair(operation, 'i18n_language', async probe => {
        const kind = kinds.find(({ path }) => `${operation.path}/`.startsWith(`${path}/`));
        let subject = await valid(world, operation, kind);
        for (const place of placesOf(operation))
          for (const language of place === 'query' ? known : ['ca'])
            await probe(`${language} in the ${place}`, async () => {
              // A record can be deleted or created only once.
              if (!subject.record || operation.method === 'DELETE')
                subject = await valid(world, operation, kind);
              const { request } = subject;
              const answer = await world.ask(spoken(request, place, language));
              answers(answer, operation.method === 'POST' && operation.path === kind?.path ? 201 : 200);
              same('i18n_language' in answer.body, false, 'it is a member of the record');
            });
        await refusals(world, operation, kind, probe);
        if (operation.path !== '/doc') await messages(world, operation, kind, probe);
        if (!kind) await descriptions(world, operation, probe);
      });
  });
}

type Place = 'query' | 'json' | 'form';

function placesOf({ method }: Operation): Place[] {
  return writing(method) ? ['query', 'json', 'form'] : ['query'];
}

async function refusals(
  world: World,
  operation: Operation,
  kind: Kind | undefined,
  probe: Probe,
): Promise<void> {
  const { request, record } = await valid(world, operation, kind);
  for (const place of placesOf(operation))
    for (const language of place === 'query' ? ['de', 'CA', '', ['ca']] : ['de'])
      await probe(`${JSON.stringify(language)} in the ${place}`, async () =>
        refuses(await world.ask(spoken(request, place, language)), ['i18n_language']),
      );
  if (kind && record)
    await probe('what is refused changes nothing', async () =>
      same((await read(world, kind, record)).body, record, 'the record'),
    );
}

/** Messages are in the language of the parameter or the path; the parameter wins. */
async function messages(
  world: World,
  operation: Operation,
  kind: Kind | undefined,
  probe: Probe,
): Promise<void> {
  const bad = invalid(world, operation, kind);
  const message = async (request: Request): Promise<unknown> => {
    const { status, body } = await world.ask(request);
    same(status >= 400 && status < 500, true, `a refusal, not ${status}`);
    return body.message;
  };
  const told = new Map<string, unknown>();
  for (const language of known) {
    told.set(language, await message(spoken(bad, 'query', language)));
    await probe(`messages in ${language}`, async () => {
      for (const [other, text] of told)
        if (other !== language) different(told.get(language), text, `messages in ${other} and ${language}`);
    });
  }
  await probe('the path asks for a language too', async () =>
    same(await message({ ...bad, language: 'ca' }), told.get('ca'), 'message'),
  );
  await probe('the parameter wins over the path', async () =>
    same(await message(spoken({ ...bad, language: 'ca' }, 'query', 'fr')), told.get('fr'), 'message'),
  );
  await probe('without it, English', async () => same(await message(bad), told.get('en'), 'message'));
}

/** Descriptions differ between the languages in all texts and in nothing else. */
async function descriptions({ ask }: World, { path }: Operation, probe: Probe): Promise<void> {
  const describe = async (i18n_language: string): Promise<Answer> => ask({ path, query: { i18n_language } });
  const english = (await describe('en')).body;
  await probe('there are texts to translate', async () =>
    same(
      Object.keys(textsOf(english)).length > 100,
      true,
      `more than ${Object.keys(textsOf(english)).length}`,
    ),
  );
  for (const language of known.filter(language => language !== 'en'))
    await probe(`descriptions in ${language}`, async () => {
      const translated = (await describe(language)).body;
      same(wordless(translated), wordless(english), 'what is not a text');
      const texts = textsOf(translated);
      const left = Object.entries(textsOf(english)).filter(([place, text]) => texts[place] === text);
      same(left, [], 'texts left in English');
    });
}

/** A request that succeeds, and its record. */
async function valid(
  world: World,
  { method, path }: Operation,
  kind: Kind | undefined,
): Promise<{ request: Request; record?: Members }> {
  if (!kind || path === kind.path) {
    const json = kind && method === 'POST' ? kind.least(world.unique()) : undefined;
    return { request: { method, path, json, as: json && 'administrator' } };
  }
  const json = kind.least(world.unique());
  const made = await world.ask({ method: 'POST', path: kind.path, json, as: 'administrator' });
  const record = (await read(world, kind, made.body)).body;
  const change = writing(method) ? { description: 'Changed' } : undefined;
  return { request: { method, path: address(path, record), json: change, as: 'administrator' }, record };
}

/** A request that is refused with a message. */
function invalid({ unknown }: World, { method, path }: Operation, kind: Kind | undefined): Request {
  if (!kind) return { path, query: { namespace: 'elsewhere/v9' } };
  if (path !== kind.path) {
    const json = writing(method) ? { description: 'Changed' } : undefined;
    return { method, path: address(path, { id: unknown, slug: 'no-such' }), json, as: 'administrator' };
  }
  if (method === 'GET') return { path, query: { page: 0 } };
  return { method, path, json: { description: 'x' }, as: 'administrator' };
}

/** The request with the language in its query or body. */
function spoken({ json, ...request }: Request, place: Place, i18n_language: unknown): Request {
  if (place === 'query') return { ...request, json, query: { ...request.query, i18n_language } };
  return { ...request, [place]: { ...json, i18n_language } };
}

/** Texts for people. A title may be a name, and equal in two languages. */
const WORDS = ['description', 'summary', 'title'];

/** The descriptions and summaries, by position. */
function textsOf(value: unknown, place = ''): Record<string, string> {
  if (!(value instanceof Object)) return {};
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, item]) =>
      WORDS.includes(key) && key !== 'title' && typeof item === 'string'
        ? { [`${place}/${key}`]: item }
        : textsOf(key === 'examples' ? {} : item, `${place}/${key}`),
    ),
  );
}

/** The value without texts, and without examples, which contain texts. */
function wordless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wordless);
  if (!isMembers(value)) return value;
  const members = Object.entries(value).filter(([key]) => key !== 'examples');
  return Object.fromEntries(
    members.map(([key, item]) => [
      key,
      WORDS.includes(key) && typeof item === 'string' ? '' : wordless(item),
    ]),
  );
}
