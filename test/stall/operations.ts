import { uploadRoute } from '../../src/api/upload.ts';
import { routesOf } from '../../src/app.ts';
import type { Role } from '../../src/db/tables.ts';
import { CANONICAL } from '../../src/http/address.ts';
import type { Argument, Arguments } from '../../src/http/arguments.ts';
import type { Method } from '../../src/http/call.ts';
import type { Declared } from '../../src/http/operation.ts';
import type { DescribedRoute } from '../../src/http/route.ts';
import { roles } from '../../src/users/store.ts';

/** An operation of the service as its own declarations have it, by the last of its methods, which all do the same. */
export interface Operation {
  /** `PATCH /cal/events/v1/events/:id` */
  readonly name: string;
  readonly method: Method;
  /** With `:id`, `:slug` and `:version` in it. */
  readonly path: string;
  readonly arguments: Arguments;
  /** The role that may do it and has the fewest rights; undefined where anybody may. */
  readonly role: Role | undefined;
}

/** Every operation of the service. */
export function operations(): Operation[] {
  const { all, beside } = routesOf();
  const routes: readonly DescribedRoute[] = [...all, ...beside, uploadRoute];
  return routes.flatMap(route =>
    route.operations.map(declared => {
      const method = declared.methods.at(-1)!;
      const path = (route.root ?? CANONICAL) + route.path;
      const role = leastRole(declared, route);
      return { name: `${method} ${path}`, method, path, arguments: declared.arguments, role };
    }),
  );
}

/** Records are somebody else's: who only edits own ones may not. */
function leastRole({ may, methods }: Declared, { key }: DescribedRoute): Role | undefined {
  if (may(undefined, undefined)) return undefined;
  const able = roles.toReversed().filter(role => may({ id: 1, login: role, role }, undefined));
  return key && !methods.includes('GET') ? able.find(role => EDITING.includes(role)) : able[0];
}

const EDITING: readonly Role[] = ['editor', 'administrator'];

/** What one argument takes, as far as it is declared. */
export interface Taken {
  /** Characters at most; undefined where that is not declared. */
  readonly longest: number | undefined;
  /** Items of a list at most; undefined where it is none. */
  readonly items: number | undefined;
  /** The values of which it is one, or a list. */
  readonly options: readonly unknown[] | undefined;
  readonly types: readonly string[];
  /** The name of the schema of records that may stand in it. */
  readonly record: string | undefined;
}

/** What an argument declares, in whichever of its alternatives. */
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

/** A schema, its alternatives and those of its items. */
function flatten(schema: Keywords): Keywords[] {
  const { anyOf = [], items } = schema as { anyOf?: Keywords[]; items?: Keywords };
  return [schema, ...anyOf.flatMap(flatten), ...(items ? flatten(items) : [])];
}
