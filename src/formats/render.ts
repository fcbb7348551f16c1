import type { OperationContext } from '../input/context.ts';
import { type Fragment, fragment, Json, safeJson, separated } from '../lib/json.ts';
import { Pacer } from '../lib/pacer.ts';
import { type Members, nameOfView, show, type View, write } from '../records/members.ts';
import { addressIn } from '../site/address.ts';
import { renderOnce, shared } from './json/frame.ts';
import { structuredData } from './json-ld/event.ts';

export const JSON_TYPE = 'application/json';

/** A page of records: fragments if the call wants the whole answer, objects otherwise. */
export type RenderedPage =
  | { readonly fragments: readonly Fragment[] }
  | { readonly shown: readonly object[] };

/** The view of a record or list, and whether the answer is wanted as a whole. */
export type RenderView = View & {
  readonly whole?: boolean | undefined;
  /** Of an answer that is no whole one, the members that listed events have; undefined for all. */
  readonly members?: ReadonlySet<string> | undefined;
};

/**
 * Renders a record as JSON: the bytes, or the object with the members if the request selects or wraps members. Events are
 * rendered from cached parts instead, see rendered-events.ts.
 */
export const render = <Row>(members: Members<Row>, record: Row, view: RenderView) => ({
  mediaType: JSON_TYPE,
  body: view.whole ? new Json([fragment(write(members, record, view))]) : show(members, record, view),
});

/**
 * Renders a page of records other than events. A record that is cached was possibly rendered before, in another list or
 * within an event.
 */
export async function renderPage<Row extends object>(
  members: Members<Row>,
  records: readonly Row[],
  view: RenderView,
): Promise<RenderedPage> {
  if (!view.whole) return { shown: records.map(record => show(members, record, view)) };
  const [pacer, name] = [new Pacer(), nameOfView(view)];
  const fragments: Fragment[] = [];
  for (const record of records) {
    if (pacer.isDue()) await pacer.pause();
    // Translations are shown to some viewers only, so nothing with them is kept.
    fragments.push(
      view.showsTranslations
        ? fragment(write(members, record, view))
        : renderOnce(members, record, view, name),
    );
  }
  return { fragments };
}

/**
 * Renders a list: a page of records under a name, between other members.
 * @param written further members as JSON, without the braces around them
 */
export function renderList(
  name: string,
  page: RenderedPage,
  after: object,
  before: object = {},
  written = '',
) {
  if ('shown' in page) {
    const body = { ...before, [name]: page.shown, ...after, ...(JSON.parse(`{${written}}`) as object) };
    return { mediaType: JSON_TYPE, body };
  }
  const begin = safeJson({ ...before, [name]: [] }).slice(0, -2);
  const others = [safeJson(after).slice(1, -1), written].filter(Boolean);
  const end = fragment(`${[']', ...others].join()}}`);
  return { mediaType: JSON_TYPE, body: new Json([shared(begin), ...separated(page.fragments), end]) };
}

type RenderContext = Pick<OperationContext, 'address' | 'config' | 'viewer' | 'language' | 'textLanguage'> &
  Pick<View, 'showsTranslations'>;

/** The view of a record in a list, or in the answer to a write. */
export const listedView = <C extends RenderContext>(call: C, point?: View['point']) =>
  ({ ...call, address: addressOfLinks(call), single: false, point }) as const;

/** The view of a single record. */
export const singleView = <C extends RenderContext>(call: C) =>
  ({ ...call, address: addressOfLinks(call), single: true, structuredData }) as const;

/** Links of records stay in the language of the request, also if a parameter names it. */
const addressOfLinks = ({ address, textLanguage }: RenderContext) => addressIn(address, textLanguage);
