import { describe, it } from 'node:test';
import { languages } from '../../src/i18n/language.ts';
import { at, type Members } from './client.ts';
import {
  END_OF_THE_DAY_IN_24_MONTHS,
  type Operation,
  operationOf,
  operations,
  type Parameter,
  START_OF_TODAY,
} from './interface.ts';
import { answers, pair, same } from './probes.ts';
import type { World } from './world.ts';

const NAMESPACE = 'cal/events/v1';

/** Tests the parameters of the index, and compares its content with the interface as stated here. */
export function indexProbes({ ask }: World): void {
  describe('The index', () => {
    const index = operationOf('GET', '');
    const read = async (query: Members = {}): Promise<Members> => (await ask({ path: '', query })).body;

    pair(index, 'namespace', async probe => {
      await probe('its own is the default', async () =>
        same(await read({ namespace: NAMESPACE }), await read(), 'the index'),
      );
      await probe('another one is not found', async () => {
        const answer = await ask({ path: '', query: { namespace: 'elsewhere/v9' } });
        answers(answer, 404, { code: 'rest_invalid_namespace', data: { status: 404 } });
      });
    });
    pair(index, 'context', async probe => {
      for (const context of ['view', 'edit', 'embed'])
        await probe(`${context} alters nothing`, async () =>
          same(await read({ context }), await read(), 'index'),
        );
    });

    let routes: Promise<ReturnType<typeof listed>> | undefined;
    it('The index lists all routes and methods and no others', async () =>
      same(Object.keys(listed(await read())).sort(), operations.map(routeOf).sort(), 'routes'));
    for (const operation of operations)
      it(`The index lists the arguments of ${routeOf(operation)} and no others`, async () => {
        routes ??= read().then(listed);
        const args = (await routes)[routeOf(operation)] ?? {};
        const names = operation.parameters.map(({ name }) => name);
        same(Object.keys(args).sort(), names.sort(), 'arguments');
        for (const parameter of operation.parameters) stated(args[parameter.name] ?? {}, parameter);
      });
  });
}

function routeOf({ method, path }: Operation): string {
  const route = path.replace('<id>', '(?P<id>\\d+)').replace('<slug>', '(?P<slug>[^/]+)');
  return `${method} /${NAMESPACE}${route}`;
}

/** The arguments of each route and method. */
function listed({ routes }: Members): Record<string, Record<string, Members>> {
  const found: ReturnType<typeof listed> = {};
  for (const [route, { methods, endpoints }] of Object.entries(routes as Record<string, Route>)) {
    same([...methods].sort(), endpoints.flatMap(endpoint => endpoint.methods).sort(), `methods of ${route}`);
    for (const endpoint of endpoints)
      for (const method of endpoint.methods) found[`${method} ${route}`] = endpoint.args;
  }
  return found;
}

interface Route {
  methods: string[];
  endpoints: { methods: string[]; args: Record<string, Members> }[];
}

function stated(arg: Members, { name, kind, required, ...rest }: Parameter): void {
  same(arg.required, required, `${name} required`);
  if (kind !== 'unstated') same(kindOf(arg), KINDS[kind] ?? kind, `${name} type`);
  // The document declares the true of `hide_empty` as "1".
  const fallback = name === 'hide_empty' && arg.default === '1' ? true : arg.default;
  same('default' in arg, 'default' in rest, `${name} has a default`);
  if ('default' in rest) same(fallback, computed(rest.default), `${name} default`);
  same(String(arg.description).length > 10, true, `${name} has a description`);
}

const KINDS: Record<string, string> = {
  dated: 'string',
  integers: 'integers of integer',
  language: JSON.stringify(['string', languages]),
};

/** Some kinds are declared only by their items or format. */
function kindOf({ type, format, items, enum: values }: Members): string {
  if (values) return JSON.stringify([type, values]);
  if (items) return type === undefined || type === 'array' ? `integers of ${at(items, 'type')}` : `${type}`;
  if (format === 'double') return 'number';
  return String(type ?? format ?? 'untyped');
}

function computed(value: unknown): unknown {
  const today = Temporal.Now.plainDateISO('Europe/Madrid');
  if (value === START_OF_TODAY) return `${today} 00:00:00`;
  if (value === END_OF_THE_DAY_IN_24_MONTHS) return `${today.add({ months: 24 })} 23:59:59`;
  return value;
}
