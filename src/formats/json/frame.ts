import { LRUCache } from 'lru-cache';
import { type Fragment, fragment, joined } from '../../lib/json.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { WeakMemo } from '../../lib/sized-cache.ts';
import {
  embeddedIn,
  isLinked,
  type LinkedMember,
  type Members,
  type View,
  write,
  writeOn,
} from '../../records/members.ts';

/** Consecutive members that show no linked records. */
interface FrameSegment<Row> {
  readonly members: Members<Row>;
  readonly begin: '{' | '';
  readonly end: '}' | '';
}

/** A member that shows linked records, with the texts before a list of them and before a single one without a list. */
interface LinkedSegment<Source> {
  readonly linked: LinkedMember<Source>;
  readonly list: Fragment;
  readonly alone: Fragment;
}

/**
 * The plan for the JSON of a record, in the order of its members: segments of its own members, and linked records,
 * which may come from another source.
 */
export interface JsonFrame<Row, Source> {
  readonly pieces: readonly (FrameSegment<Row> | LinkedSegment<Source>)[];
  readonly segments: readonly FrameSegment<Row>[];
  readonly links: readonly LinkedMember<Source>[];
}

export function frameOf<Row extends Source, Source>(members: Members<Row>): JsonFrame<Row, Source> {
  const all = Object.entries(members);
  const pieces: (FrameSegment<Row> | LinkedSegment<Source>)[] = [];
  for (let at = 0; at < all.length; ) {
    const [name, member] = all[at]!;
    if (isLinked(member)) {
      pieces.push({ linked: member, list: fragment(`,"${name}":[`), alone: fragment(`,"${name}":`) });
      at++;
      continue;
    }
    const length = all.slice(at).findIndex(([, next]) => isLinked(next));
    const end = length === -1 ? all.length : at + length;
    pieces.push({
      members: Object.fromEntries(all.slice(at, end)),
      begin: at === 0 ? '{' : '',
      end: end === all.length ? '}' : '',
    });
    at = end;
  }
  return {
    pieces,
    segments: pieces.filter(piece => 'members' in piece),
    links: pieces.flatMap(piece => ('linked' in piece ? [piece.linked] : [])),
  };
}

/** Writes a record's own members, segment by segment. */
export const segmentsOf = <Row>({ segments }: JsonFrame<Row, never>, row: Row, view: View): Fragment[] =>
  segments.map(({ begin, members, end }) => shared(writeOn(begin, members, row, view) + end));

/** Joins the segments of a record and its linked records. */
export function joinFrame<Source>(
  { pieces }: JsonFrame<never, Source>,
  segments: readonly Fragment[],
  source: Source,
  view: View,
  name: string,
): Fragment {
  const parts: Fragment[] = [];
  let next = 0;
  for (const piece of pieces) {
    if ('linked' in piece) {
      const { linked, list, alone } = piece;
      const records = linked.records(source);
      const isList = !(linked.isAlone && records.length === 1);
      parts.push(isList ? list : alone);
      for (const [at, record] of records.entries()) {
        if (at > 0) parts.push(COMMA);
        parts.push(renderOnce(linked.members, record, view, name));
      }
      if (isList) parts.push(LIST_END);
    } else parts.push(segments[next++]!);
  }
  return joined(parts);
}

const COMMA = fragment(',');
const LIST_END = fragment(']');

/** Writes the linked records ahead of their use, with pauses for other requests. */
export async function writeEmbedded<Source>(
  { links }: JsonFrame<never, Source>,
  source: Source,
  view: View,
  name: string,
  pacer: Pacer,
): Promise<void> {
  for (const linked of links)
    for (const record of linked.records(source)) {
      renderOnce(linked.members, record, view, name);
      if (pacer.isDue()) await pacer.pause();
    }
}

/** Whether it takes long to write the linked records. */
export const isLong = <Source>({ links }: JsonFrame<never, Source>, source: Source): boolean =>
  links.reduce((sum, linked) => sum + linked.records(source).length, 0) > FEW;

const FEW = 10;

/** Renders a venue, organizer or term, once for each view of this name while its row is in memory. */
export const renderOnce = <Row extends object>(
  members: Members<Row>,
  record: Row,
  view: View,
  name: string,
): Fragment => rendered.of(record, name, () => fragment(write(members, record, embeddedIn(view))));

const rendered = new WeakMemo<Fragment>();

/** Many records have the same short segments, which share one fragment. */
export const shared = (text: string): Fragment => (text.length > SHORT ? fragment(text) : pieces.memo(text));

const pieces = new LRUCache<string, Fragment>({ max: 100, memoMethod: text => fragment(text) });
/** Characters: enough for the members of extensions where nothing was set. */
const SHORT = 150;
