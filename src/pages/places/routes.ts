import type { WithImage } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import type { Operation } from '../../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../../http/route.ts';
import { type Argument, integer, required, text } from '../../input/arguments.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { findPlace, type PlaceRow } from '../../places/store.ts';
import type { SlugOrId } from '../../records/table.ts';
import { placeIndex } from './index.ts';
import { type ShownKind, shownOrganizers, shownVenues } from './kinds.ts';
import { placePage, placePageById } from './place.ts';

/** The pages of venues and organizers: each by its slug or its id, and all that have events. */
export const placePageRoutes = (): Route[] => [...routesOf(shownVenues), ...routesOf(shownOrganizers)];

function routesOf<Row extends PlaceRow>(shown: ShownKind<Row>): Route[] {
  const { kind, words, plural } = shown;
  return [
    staticRoute({ root: '', path: `/${plural}`, operations: [placeIndex(shown)] }),
    routeTo(shown, `/${kind.type}/:slug`, placePage(shown), {
      ...{ name: 'slug', argument: required(text(words.slug_path)) },
      keyOf: ({ slug }) => ({ slug: slugify(slug) }),
    }),
    routeTo(shown, `/by-id/${plural}/:id`, placePageById(shown), {
      ...{ name: 'id', argument: required(integer(words.id)) },
      keyOf: ({ id }) => ({ id }),
    }),
  ];
}

interface Key {
  readonly name: 'slug' | 'id';
  readonly argument: Argument & { required: true };
  keyOf(key: { slug: string; id: number }): SlugOrId;
}

const routeTo = <Row extends PlaceRow>(
  { kind }: ShownKind<Row>,
  path: string,
  page: Operation<WithImage<Row>>,
  { name, argument, keyOf }: Key,
): Route =>
  recordRoute<WithImage<Row>>({
    ...{ root: '', path, key: { name, argument }, operations: [page] },
    find: async ({ db }, key) =>
      (await findPlace(db, kind, keyOf(key))) ?? new Refused(`expected_record_${name}`),
  });
