import { assertName, createContact, nameless } from '../../contacts/create.ts';
import {
  assertReadable,
  type ContactKind,
  type ContactPatch,
  type ContactRow,
  findAllContacts,
  findContact,
  notAccessible,
  updateContact,
} from '../../contacts/store.ts';
import { dialectOf } from '../../db/dialect.ts';
import type { Db, WithImage } from '../../db/tables.ts';
import { NotAllowed } from '../../errors.ts';
import { tableArguments } from '../../formats/csv/columns.ts';
import { organizerDocuments, type RecordKind, venueDocuments } from '../../formats/record-formats.ts';
import { refusal } from '../../http/errors.ts';
import type { Route } from '../../http/route.ts';
import type { Translations } from '../../i18n/language.ts';
import {
  organizerFilterWords,
  organizerOperationWords,
  organizerWords,
  venueFilterWords,
  venueOperationWords,
  venueWords,
} from '../../i18n/messages.ts';
import { writeWithImages } from '../../images/input.ts';
import {
  type Arguments,
  type ArgumentValues,
  additional,
  boolean,
  fallback,
  truthy,
} from '../../input/arguments.ts';
import { pagingArguments } from '../../input/common-arguments.ts';
import { ref } from '../../input/schemas.ts';
import { KINDS } from '../../kinds.ts';
import { words as searchWords } from '../../lib/text/search-terms.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { organizerMembers } from '../../organizers/members.ts';
import { organizerFields, organizerKind, organizerPatch } from '../../organizers/organizer.ts';
import { inOrder } from '../../read-model/record-source.ts';
import { existingEvent, type ImagePatch, searchText, statusFilter } from '../../records/fields.ts';
import type { Members } from '../../records/members.ts';
import { stateOf } from '../../records/state.ts';
import { contextArgument } from '../../records/translations/fields.ts';
import { languageFilters } from '../../records/translations/filters.ts';
import {
  CONTACT_ORDERS,
  type ContactFilter,
  findContactIds,
  findContacts,
} from '../../search/find-contacts.ts';
import { oneOf } from '../../search/order.ts';
import { asEditor, mayCreate, mayEdit, mayRead } from '../../users/rights.ts';
import { venueMembers } from '../../venues/members.ts';
import { venueFields, venueKind, venuePatch } from '../../venues/venue.ts';
import type { Resource, ResourceKey, ResourceList, ResourceWrites } from './resource.ts';
import { resourceRoutes } from './routes.ts';

export const venueRoutes = (): Route[] =>
  contactRoutes({
    kind: venueKind,
    fields: venueFields,
    members: venueMembers,
    words: venueWords,
    filterWords: venueFilterWords,
    operationWords: venueOperationWords,
    schemas: { one: ref('Venue'), list: ref('VenueList') },
    formats: venueDocuments,
    patch: venuePatch,
  });

export const organizerRoutes = (): Route[] =>
  contactRoutes({
    kind: organizerKind,
    fields: organizerFields,
    members: organizerMembers,
    words: organizerWords,
    filterWords: organizerFilterWords,
    operationWords: organizerOperationWords,
    schemas: { one: ref('Organizer'), list: ref('OrganizerList') },
    formats: organizerDocuments,
    patch: organizerPatch,
  });

/** What the routes of venues and organizers differ in. */
interface ContactDeclaration<Row extends ContactRow, Input> {
  readonly kind: ContactKind<Row>;
  readonly fields: Arguments;
  readonly members: Members<WithImage<Row>>;
  readonly words: Readonly<Record<'id' | 'slug_path', Translations>>;
  readonly filterWords: Readonly<
    Record<
      | ('search' | 'event' | 'has_events' | 'only_with_upcoming' | 'status')
      | ('has_image' | 'has_location' | 'orderby' | 'order'),
      Translations
    >
  >;
  readonly operationWords: Readonly<
    Record<
      'list' | 'create' | 'read' | 'update' | 'delete' | 'readBySlug' | 'updateBySlug' | 'deleteBySlug',
      Translations
    >
  >;
  readonly schemas: { readonly one: ReturnType<typeof ref>; readonly list: ReturnType<typeof ref> };
  readonly formats: RecordKind<WithImage<Row>>;
  /** @param image_id the id that the image of the input was resolved to */
  patch(input: Input, image_id: number | null | undefined): ContactPatch<Row>;
}

function contactRoutes<Row extends ContactRow, Input extends { image?: ImagePatch }>(
  declared: ContactDeclaration<Row, Input>,
): Route[] {
  const { kind, members, formats, operationWords: words } = declared;
  const resource: Resource<WithImage<Row>, WithImage<Row>> = {
    ...{ type: kind.type, words, schema: declared.schemas.one, formats },
    ...{ members, singleMembers: members, nameMember: kind.type },
    keys: keysOf(declared),
    rights: {
      ...{ mayCreate, mayEdit },
      assertReadable: (record, viewer) => assertReadable(kind, record, { viewer }),
      contextFor: context => context,
    },
    writes: writesOf(declared),
    readErrors: [400, 401, 403, notAccessible(kind)],
    complete: async (_, rows) => rows,
    state: (record, showsDrafts) => stateOf(record, showsDrafts ? record.translations : ''),
    modifiedAt: ({ modified_at }) => modified_at,
  };
  return resourceRoutes(resource, listOf(declared));
}

function listOf<Row extends ContactRow>({
  kind,
  filterWords,
  schemas,
}: Pick<ContactDeclaration<Row, never>, 'kind' | 'filterWords' | 'schemas'>): ResourceList<
  WithImage<Row>,
  ContactFilter
> {
  const absent = `${kind.type}-archive-page-not-found` as const;
  return {
    ...{ schema: schemas.list, arguments: listArguments(filterWords, kind), absent, linksFirst: false },
    errors: [400, 401, 403, refusal(404, absent)],
    filter: ({ search, event, has_events, only_with_upcoming, status, ...args }: ContactListArgs) => ({
      words: searchWords(search ?? ''),
      ...{ event, hasEvents: has_events, onlyWithUpcoming: only_with_upcoming, status },
      ...{ has_language: args.has_language, missing_language: args.missing_language },
      ...{
        hasImage: args.has_image,
        hasLocation: args.has_location,
        orderBy: args.orderby,
        order: args.order,
      },
    }),
    links: ({ search, event, has_events, only_with_upcoming, status, ...args }: ContactListArgs, viewer) => ({
      ...{ search, event, has_events, only_with_upcoming: only_with_upcoming || undefined },
      status: status ?? (mayCreate(viewer) ? undefined : 'publish'),
      ...{ has_language: args.has_language, missing_language: args.missing_language },
      ...{ has_image: args.has_image, has_location: args.has_location },
      ...{ orderby: args.orderby, order: args.order },
    }),
    holds: ({ onlyWithUpcoming }) => !onlyWithUpcoming,
    find: (call, filter, range) => findContacts(call, kind, filter, call, range),
    findIds: (call, filter, range) => findContactIds(call, kind, filter, call, range),
    async read({ db, viewer }, ids) {
      const rows = inOrder(ids, await findAllContacts(db, kind, ids));
      return rows.filter(row => mayRead(viewer, row) && row.status !== 'trash');
    },
  };
}

function listArguments(
  words: ContactDeclaration<ContactRow, never>['filterWords'],
  { type }: Pick<ContactKind<ContactRow>, 'type'>,
) {
  const has_location = additional(boolean(words.has_location));
  return {
    ...pagingArguments,
    search: searchText(words.search, searchWords),
    event: existingEvent(words.event),
    has_events: truthy(words.has_events),
    only_with_upcoming: fallback(truthy(words.only_with_upcoming), false),
    status: statusFilter(words.status),
    ...tableArguments,
    ...languageFilters,
    ...contextArgument,
    has_image: additional(boolean(words.has_image)),
    // Organizers have none.
    ...((type === 'venue' && { has_location }) as { has_location: typeof has_location }),
    orderby: additional(oneOf(words.orderby, Object.keys(CONTACT_ORDERS) as (keyof typeof CONTACT_ORDERS)[])),
    order: additional(oneOf<'asc' | 'desc'>(words.order, ['asc', 'desc'])),
  };
}

type ContactListArgs = ArgumentValues<ReturnType<typeof listArguments>>;

/** Paths name a venue or an organizer by its id, or by its slug in any language. */
const keysOf = <Row extends ContactRow>({
  kind,
  words,
  operationWords,
}: Pick<ContactDeclaration<Row, never>, 'kind' | 'words' | 'operationWords'>): ResourceKey<
  WithImage<Row>
>[] => [
  {
    ...{ name: 'id', path: '/:id', parameter: words.id, words: operationWords },
    find: (db, { id }) => findContact(db, kind, { id }),
  },
  {
    ...{ name: 'slug', path: '/by-slug/:slug', parameter: words.slug_path },
    words: {
      read: operationWords.readBySlug,
      update: operationWords.updateBySlug,
      delete: operationWords.deleteBySlug,
    },
    find: (db, { slug }) => findContact(db, kind, { slug: slugify(slug) }),
  },
];

function writesOf<Row extends ContactRow, Input extends { image?: ImagePatch }>({
  kind,
  fields,
  patch,
}: ContactDeclaration<Row, Input>): ResourceWrites<WithImage<Row>, ContactPatch<Row>> {
  const inTrash = refusal(410, `${kind.type}-is-in-trash`);
  const again = async (db: Db, id: number) => (await findContact(db, kind, { id }))!;
  return {
    ...{ fields, translated: kind.translated },
    errors: {
      create: [400, nameless(kind), 401, 403],
      update: [400, nameless(kind, 'update'), 401, 403],
      delete: [400, 401, 403, inTrash],
    },
    write(call, args, doing, write) {
      // The fields of this kind have read these arguments.
      const input = args as Input;
      return writeWithImages(call, [{ name: 'image', patch: input.image }], (db, imageId) =>
        write(db, async () => {
          const written = patch(input, await imageId(db, input.image));
          if (doing === 'create' || written.name !== undefined) assertName(kind, written.name, doing);
          return written;
        }),
      );
    },
    async insert(db, patch, call) {
      const named = { ...patch, name: assertName(kind, patch.name) };
      return again(db, await createContact(db, kind, named, call));
    },
    async lock(db, { id }, viewer) {
      await dialectOf(db).lockRow(db, KINDS[kind.type].table, id);
      const current = await findContact(db, kind, { id });
      if (!current || !mayEdit(viewer, current)) throw new NotAllowed(true);
      return current;
    },
    async update(db, current, patch, call) {
      await updateContact(db, kind, current, patch, call);
      return again(db, current.id);
    },
    assertRemovable({ status }) {
      if (status === 'trash') throw inTrash;
    },
    async remove(db, current, call) {
      // The right to edit has been checked; a role must not change the status `trash` to another one.
      const trashing = { ...call, viewer: asEditor(call.viewer) };
      await updateContact(db, kind, current, { status: 'trash', own: {} }, trashing);
      return again(db, current.id);
    },
  };
}
