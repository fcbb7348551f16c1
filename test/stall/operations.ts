import { routesOf } from '../../src/app.ts';
import { roles } from '../../src/config/values.ts';
import type { Role } from '../../src/db/tables.ts';
import type { Method } from '../../src/http/call.ts';
import type { Declared } from '../../src/http/operation.ts';
import type { DescribedRoute } from '../../src/http/route.ts';
import type { Argument, Arguments } from '../../src/input/arguments.ts';
import { CANONICAL } from '../../src/site/address.ts';

/** A declared operation of the service, with the last of its methods, which all do the same. */
export interface Operation {
  /** `PATCH /cal/events/v1/events/:id` */
  readonly name: string;
  readonly method: Method;
  /** The path with `:id`, `:slug` and `:version`. */
  readonly path: string;
  readonly arguments: Arguments;
  /** The role with the fewest rights that may do it; undefined for everybody. */
  readonly role: Role | undefined;
}

/** All operations of the service. */
export function operations(): Operation[] {
  const { all, beside } = routesOf();
  const routes: readonly DescribedRoute[] = [...all, ...beside];
  return routes.flatMap(route =>
    route.operations.map(declared => {
      const method = declared.methods.at(-1)!;
      const path = (route.root ?? CANONICAL) + route.path;
      const role = leastRole(declared, route);
      return { name: `${method} ${path}`, method, path, arguments: declared.arguments, role };
    }),
  );
}

/** Records belong to somebody else, so roles that may edit only their own do not count. */
function leastRole({ may, methods }: Declared, { key }: DescribedRoute): Role | undefined {
  if (may(undefined, undefined)) return undefined;
  const able = roles.toReversed().filter(role => may({ id: 1, login: role, role }, undefined));
  return key && !methods.includes('GET') ? able.find(role => EDITING.includes(role)) : able[0];
}

const EDITING: readonly Role[] = ['editor', 'administrator'];

/** What one argument accepts, as far as it is declared. */
export interface Taken {
  /** The longest text; undefined if not declared. */
  readonly longest: number | undefined;
  /** The longest list; undefined if it is not a list. */
  readonly items: number | undefined;
  /** The accepted values of the argument, or of its items. */
  readonly options: readonly unknown[] | undefined;
  readonly types: readonly string[];
  /** The name of the schema of inline records. */
  readonly record: string | undefined;
}

/** What an argument accepts, in any of its alternatives. */
export function takenBy({ schema, accepts = schema }: Pick<Argument, 'schema' | 'accepts'>): Taken {
  const alternatives = flatten(accepts);
  const find = <Value>(keyword: string) =>
    alternatives.find(one => one[keyword] !== undefined)?.[keyword] as Value | undefined;
  const reference = find<string>('$ref');
  return {
    longest: find('maxLength'),
    items: find<number>('maxItems') ?? (find('items') === undefined ? undefined : 1),
    options: find('enum'),
    types: alternatives.flatMap(({ type }) => (type === undefined ? [] : ([type].flat() as string[]))),
    record: reference?.split('/').at(-1),
  };
}

type Keywords = Readonly<Record<string, unknown>>;

/** A schema, its alternatives, and the schemas of its items. */
function flatten(schema: Keywords): Keywords[] {
  const { anyOf = [], items } = schema as { anyOf?: Keywords[]; items?: Keywords };
  return [schema, ...anyOf.flatMap(flatten), ...(items ? flatten(items) : [])];
}
