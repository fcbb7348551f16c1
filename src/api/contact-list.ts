import { type ContactRow, findAllContacts } from '../contacts/store.ts';
import { tableArguments } from '../formats/csv/languages.ts';
import { recordFormats } from '../formats/record-formats.ts';
import { renderList, renderPage } from '../formats/render.ts';
import { listedView } from '../formats/views.ts';
import { notAcceptable } from '../http/documents.ts';
import { refusal } from '../http/errors.ts';
import { assertPage, listHeaders, pageOf } from '../http/list-answer.ts';
import { type Operation, operation } from '../http/operation.ts';
import { type ArgumentValues, fallback, truthy } from '../input/arguments.ts';
import { pagingArguments, range } from '../input/paging.ts';
import { words as searchWords } from '../lib/text/search-terms.ts';
import { inOrder } from '../read-model/list-records.ts';
import { existingEvent } from '../records/existing-event.ts';
import { searchText, statusFilter } from '../records/fields.ts';
import { show } from '../records/members.ts';
import { contextArgument, contextLink, inContext } from '../records/translations/context.ts';
import { languageFilters } from '../records/translations/filters.ts';
import { findContactIds, findContacts } from '../search/find-contacts.ts';
import { mayCreate, mayRead } from '../users/rights.ts';
import type { ContactResource } from './contact-resource.ts';
import { answerWithRecords } from './record-documents.ts';

/** The list of venues or organizers, in JSON and in other formats. */
export function contactList<Row extends ContactRow, Input>(resource: ContactResource<Row, Input>): Operation {
  const { kind, operationWords } = resource;
  const path = `/${kind.type}s`;
  const filters = listArguments(resource.filterWords);
  type ListArgs = ArgumentValues<typeof filters>;

  const filterOf = ({ search, event, has_events, only_with_upcoming, status, ...args }: ListArgs) => ({
    words: searchWords(search ?? ''),
    ...{ event, hasEvents: has_events, onlyWithUpcoming: only_with_upcoming, status },
    ...{ has_language: args.has_language, missing_language: args.missing_language },
  });

  const listed = {
    methods: ['GET'],
    words: operationWords.list,
    arguments: filters,
    may: () => true,
  } as const;
  const listErrors = [
    400,
    401,
    403,
    refusal(404, `${kind.type}-archive-page-not-found`),
    notAcceptable(recordFormats),
  ];

  const listDocuments = operation({
    ...listed,
    answers: { status: 200, schema: { type: 'string' }, headers: listHeaders, errors: listErrors },
    handle({ args, ...call }) {
      const filter = filterOf(args);
      const { db, viewer } = call;
      return answerWithRecords(
        {
          ...{ kind: resource.documents, name: `${kind.type}s`, filter, holds: !filter.onlyWithUpcoming },
          ...{ page: args, languages: args.languages, absent: `${kind.type}-archive-page-not-found` },
          find: range => findContactIds(call, kind, filter, call, range),
          async read(ids, view) {
            const rows = inOrder(ids, await findAllContacts(db, kind, ids));
            return rows
              .filter(row => mayRead(viewer, row) && row.status !== 'trash')
              .map(row => ({ row, shown: show(resource.members, row, view) }));
          },
        },
        call,
      );
    },
  });

  return operation({
    ...listed,
    documents: [{ formats: recordFormats, operation: listDocuments }],
    answers: { status: 200, schema: resource.listSchema, headers: listHeaders, errors: listErrors },
    async handle({ args, ...call }) {
      const { page, per_page, search, event, has_events, only_with_upcoming, status } = args;
      const view = listedView(inContext(call, args.context, mayCreate));
      const { limit, offset } = range(args, call.config);
      const { rows, total } = await findContacts(call, kind, filterOf(args), call, { limit, offset });
      const query = {
        ...{ search, event, has_events, only_with_upcoming: only_with_upcoming || undefined },
        status: status ?? (mayCreate(call.viewer) ? undefined : 'publish'),
        ...{ has_language: args.has_language, missing_language: args.missing_language },
        context: contextLink(view),
        i18n_language: call.i18n_language,
      };
      const { links, totals, headers } = pageOf(
        `${call.address.api}${path}/`,
        query,
        { page, per_page: limit },
        total,
      );
      assertPage({ page, per_page }, totals, `${kind.type}-archive-page-not-found`);
      const records = await renderPage(resource.members, rows, view);
      const rendered = renderList(`${kind.type}s`, records, { ...links, ...totals });
      return { ...rendered, headers, ...(!only_with_upcoming && { until: Infinity }) };
    },
  });
}

function listArguments(words: ContactResource<ContactRow, never>['filterWords']) {
  return {
    ...pagingArguments,
    search: searchText(words.search, searchWords),
    event: existingEvent(words.event),
    has_events: truthy(words.has_events),
    only_with_upcoming: fallback(truthy(words.only_with_upcoming), false),
    status: statusFilter(words.status, mayCreate),
    ...tableArguments,
    ...languageFilters,
    ...contextArgument,
  };
}
