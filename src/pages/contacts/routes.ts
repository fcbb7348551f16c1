import { type ContactRow, findContact } from '../../contacts/store.ts';
import type { WithImage } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import type { Operation } from '../../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../../http/route.ts';
import { type Argument, integer, required, text } from '../../input/arguments.ts';
import { slugify } from '../../lib/text/slugs.ts';
import type { SlugOrId } from '../../records/table.ts';
import { contactPage, contactPageById } from './contact-page.ts';
import { contactIndex } from './index.ts';
import { type ShownKind, shownOrganizers, shownVenues } from './kinds.ts';

/** The pages of venues and organizers: each by its slug or its id, and all that have events. */
export const contactPageRoutes = (): Route[] => [...routesOf(shownVenues), ...routesOf(shownOrganizers)];

function routesOf<Row extends ContactRow>(shown: ShownKind<Row>): Route[] {
  const { kind, words, plural } = shown;
  return [
    staticRoute({ root: '', path: `/${plural}`, operations: [contactIndex(shown)] }),
    routeTo(shown, `/${kind.type}/:slug`, contactPage(shown), {
      ...{ name: 'slug', argument: required(text(words.slug_path)) },
      keyOf: ({ slug }) => ({ slug: slugify(slug) }),
    }),
    routeTo(shown, `/by-id/${plural}/:id`, contactPageById(shown), {
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

const routeTo = <Row extends ContactRow>(
  { kind }: ShownKind<Row>,
  path: string,
  page: Operation<WithImage<Row>>,
  { name, argument, keyOf }: Key,
): Route =>
  recordRoute<WithImage<Row>>({
    ...{ root: '', path, key: { name, argument }, operations: [page] },
    find: async ({ db }, key) =>
      (await findContact(db, kind, keyOf(key))) ?? new Refused(`expected_record_${name}`),
  });
