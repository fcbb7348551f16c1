import { tableArguments } from '../../formats/csv/columns.ts';
import { eventFeeds } from '../../formats/event-formats.ts';
import { recordFormats } from '../../formats/record-formats.ts';
import { listedView, render, renderList, renderPage, singleView } from '../../formats/render.ts';
import { notAcceptable } from '../../http/documents.ts';
import { assertPage, listHeaders, pageOf } from '../../http/list-answer.ts';
import { type Operation, publicRead } from '../../http/operation.ts';
import type { Language, Translations } from '../../i18n/language.ts';
import type { Arguments } from '../../input/arguments.ts';
import { range } from '../../input/common-arguments.ts';
import { KINDS } from '../../kinds.ts';
import { show } from '../../records/members.ts';
import { contextArgument, contextLink, inContext } from '../../records/translations/fields.ts';
import type { Viewer } from '../../users/rights.ts';
import { formatsOfEvents } from '../events/formats.ts';
import { answerWithRecord, answerWithRecords } from './formats.ts';
import {
  completed,
  type DeclaredErrors,
  type ListValues,
  type Resource,
  type ResourceList,
  type StoredRecord,
} from './resource.ts';

/** The list of a kind of records, in JSON and in other formats. */
export function listOf<Row extends StoredRecord, Shown extends Row, Filter extends object>(
  resource: Resource<Row, Shown>,
  list: ResourceList<Shown, Filter>,
): Operation {
  const { type, words, members, rights } = resource;
  const name = KINDS[type].collection;
  return publicRead<Arguments>({
    ...{ words: words.list, arguments: list.arguments },
    documents: [{ formats: recordFormats, operation: listInFormats(resource, list) }],
    answers: { status: 200, schema: list.schema, headers: listHeaders, errors: errorsOf(list) },
    async handle({ args: values, ...call }) {
      // Every list declares these arguments.
      const args = values as ListValues;
      const { mayCreate } = rights;
      const context = rights.contextFor(args.context, call.viewer, mayCreate);
      const view = listedView(inContext(call, context, mayCreate));
      const filter = list.filter(args, call);
      const { limit, offset } = range(args, call.config);
      const { rows, total } = await list.find(call, filter, { limit, offset });
      const query = {
        ...list.links(args, call.viewer),
        ...{ context: contextLink(view), i18n_language: call.i18n_language },
      };
      const page = { page: args.page, per_page: limit };
      const { links, totals, headers } = pageOf(`${call.address.api}/${name}/`, query, page, total);
      if (list.absent) assertPage(args, totals, list.absent);
      const { rest_url, ...neighbours } = links;
      const [before, after] = list.linksFirst
        ? [{ rest_url, ...totals }, neighbours]
        : [{}, { ...links, ...totals }];
      const rendered = renderList(name, await renderPage(members, rows, view), after, before);
      return { ...rendered, headers, ...(list.holds(filter) && { until: Infinity }) };
    },
  });
}

function listInFormats<Row extends StoredRecord, Shown extends Row, Filter extends object>(
  resource: Resource<Row, Shown>,
  list: ResourceList<Shown, Filter>,
): Operation {
  const { type, words, members, formats } = resource;
  return publicRead<Arguments>({
    ...{ words: words.list, arguments: list.arguments },
    answers: { status: 200, schema: { type: 'string' }, headers: listHeaders, errors: errorsOf(list) },
    handle({ args: values, ...call }) {
      // Every list declares these arguments.
      const args = values as ListValues & { languages?: Language[] };
      const filter = list.filter(args, call);
      return answerWithRecords(
        {
          ...{ kind: formats, name: KINDS[type].collection, filter, holds: list.holds(filter) },
          ...{ page: args, languages: args.languages, absent: list.absent },
          find: range => list.findIds(call, filter, range),
          async read(ids, view) {
            const rows = await list.read(call, ids);
            return rows.map(row => ({ row, shown: show(members, row, view) }));
          },
        },
        call,
      );
    },
  });
}

const errorsOf = ({ errors }: { readonly errors: DeclaredErrors }) => [
  ...errors,
  notAcceptable(recordFormats),
];

/** The arguments of reads, in any format. */
const readArguments = { ...contextArgument, ...tableArguments };

/** The operation that reads a record, in JSON, in other formats and as the feeds of its events. */
export function read<Row extends StoredRecord, Shown extends Row>(
  resource: Resource<Row, Shown>,
  words: Translations,
): Operation<Row> {
  const { type, schema, singleMembers, rights } = resource;
  return publicRead<typeof readArguments, Row>({
    ...{ words, arguments: readArguments },
    documents: [
      formatsOfEvents<Row>((target, { viewer }) => {
        rights.assertReadable(target, viewer);
        return { [KINDS[type].linkedAs]: [target.id] };
      }, eventFeeds),
      { formats: recordFormats, operation: readInFormats(resource) },
    ],
    answers: { status: 200, schema, errors: readErrors(resource) },
    async handle({ args, target, ...call }) {
      rights.assertReadable(target, call.viewer);
      const mayEdit = (viewer: Viewer) => rights.mayEdit(viewer, target);
      const context = rights.contextFor(args.context, call.viewer, mayEdit);
      const view = singleView(inContext(call, context, mayEdit));
      const record = await completed(resource, call.db, target);
      return {
        ...render(singleMembers, record, view),
        ...{ until: Infinity, state: resource.state(record, view.showsTranslations) },
      };
    },
  });
}

function readInFormats<Row extends StoredRecord, Shown extends Row>(
  resource: Resource<Row, Shown>,
): Operation<Row> {
  const { members, nameMember, formats, rights } = resource;
  return publicRead<typeof tableArguments, Row>({
    ...{ words: resource.keys[0]!.words.read, arguments: tableArguments },
    answers: { status: 200, schema: { type: 'string' }, errors: readErrors(resource) },
    async handle({ args: { languages }, target, ...call }) {
      rights.assertReadable(target, call.viewer);
      const row = await completed(resource, call.db, target);
      const shown = show(members, row, singleView(call));
      const about = { title: String(shown[nameMember]), page: String(shown.url), languages };
      return answerWithRecord(formats, { row, shown }, about, call);
    },
  });
}

const readErrors = ({ readErrors }: { readonly readErrors: DeclaredErrors }) => [
  ...readErrors,
  notAcceptable([...eventFeeds, ...recordFormats]),
];
