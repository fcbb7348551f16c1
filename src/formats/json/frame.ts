import { type Fragment, fragment, joined } from '../../lib/json.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { WeakMemo } from '../../lib/weak-memo.ts';
import { isLinked, type LinkedMember } from '../../records/linked-members.ts';
import { type Members, write, writeOn } from '../../records/members.ts';
import type { View } from '../../records/view.ts';

/** Members that follow each other, none of which shows another record. */
interface Stretch<Row> {
  readonly members: Members<Row>;
  /** Where it begins: the object, or behind a list of links that ends here. */
  readonly begin: '{' | ']' | '';
  readonly end: '}' | '';
}

/** A member that shows other records, and what stands before them. */
interface Links<Source> {
  readonly linked: LinkedMember<Source>;
  /** Where they are a list, and where one is shown as it is: behind another list that ends here, and otherwise. */
  readonly labels: { readonly behindList: Labels; readonly otherwise: Labels };
}

interface Labels {
  readonly list: Fragment;
  readonly alone: Fragment;
}

/**
 * The JSON of a record in pieces, in the order of its members: what it has itself, and what it is linked to, which
 * may come from another source.
 */
export interface Frame<Row, Source> {
  readonly pieces: readonly (Stretch<Row> | Links<Source>)[];
  readonly stretches: readonly Stretch<Row>[];
  readonly links: readonly LinkedMember<Source>[];
}

/** The frame that follows from these members. */
export function frameOf<Row extends Source, Source>(members: Members<Row>): Frame<Row, Source> {
  const all = Object.entries(members);
  const pieces: (Stretch<Row> | Links<Source>)[] = [];
  for (let at = 0; at < all.length; ) {
    const [name, member] = all[at]!;
    if (isLinked(member)) {
      pieces.push({ linked: member, labels: { behindList: labels(name, ']'), otherwise: labels(name, '') } });
      at++;
      continue;
    }
    const length = all.slice(at).findIndex(([, next]) => isLinked(next));
    const end = length === -1 ? all.length : at + length;
    const before = pieces.at(-1);
    const closes = before && 'linked' in before && !before.linked.isAlone;
    pieces.push({
      members: Object.fromEntries(all.slice(at, end)),
      begin: at === 0 ? '{' : closes ? ']' : '',
      end: end === all.length ? '}' : '',
    });
    at = end;
  }
  return {
    pieces,
    stretches: pieces.filter(piece => 'members' in piece),
    links: pieces.flatMap(piece => ('linked' in piece ? [piece.linked] : [])),
  };
}

const labels = (name: string, before: ']' | ''): Labels => ({
  list: fragment(`${before},"${name}":[`),
  alone: fragment(`${before},"${name}":`),
});

/** What a record has itself, stretch by stretch. */
export const stretchesOf = <Row>({ stretches }: Frame<Row, never>, row: Row, view: View): Fragment[] =>
  stretches.map(({ begin, members, end }) => shared(writeOn(begin, members, row, view) + end));

/** The whole record: its stretches, and what it is linked to between them. */
export function joinFrame<Source>(
  { pieces }: Frame<never, Source>,
  stretches: readonly Fragment[],
  source: Source,
  view: View,
  name: string,
): Fragment {
  const parts: Fragment[] = [];
  let next = 0;
  let isList = false;
  for (const piece of pieces) {
    if ('linked' in piece) {
      const { linked, labels } = piece;
      const records = linked.records(source);
      const { list, alone } = isList ? labels.behindList : labels.otherwise;
      isList = !(linked.isAlone && records.length === 1);
      parts.push(isList ? list : alone);
      for (const [at, record] of records.entries()) {
        if (at > 0) parts.push(COMMA);
        parts.push(embedded(linked, record, view, name));
      }
    } else {
      if (isList && piece.begin !== ']') parts.push(LIST_END);
      isList = false;
      parts.push(stretches[next++]!);
    }
  }
  return joined(parts);
}

const COMMA = fragment(',');
const LIST_END = fragment(']');

/** Writes what is embedded ahead, where that is much; others are answered in between. */
export async function writeEmbedded<Source>(
  { links }: Frame<never, Source>,
  source: Source,
  view: View,
  name: string,
  pacer: Pacer,
): Promise<void> {
  for (const linked of links)
    for (const record of linked.records(source)) {
      embedded(linked, record, view, name);
      const pause = pacer.pause();
      if (pause) await pause;
    }
}

/** Whether it takes long to write what is embedded. */
export const isLong = <Source>({ links }: Frame<never, Source>, source: Source): boolean =>
  links.reduce((sum, linked) => sum + linked.records(source).length, 0) > FEW;

const FEW = 10;

const embedded = <Row>({ members }: LinkedMember<Row>, record: object, view: View, name: string): Fragment =>
  written.of(record, name, () => fragment(write(members, record, view)));

/** What many records embed, by views. */
const written = new WeakMemo<Fragment>();

/** Short pieces are the same in many answers: one fragment of each is enough. */
function shared(text: string): Fragment {
  if (text.length > SHORT) return fragment(text);
  const known = pieces.get(text);
  if (known) return known;
  if (pieces.size >= MAX_PIECES) pieces.clear();
  const fresh = fragment(text);
  pieces.set(text, fresh);
  return fresh;
}

const pieces = new Map<string, Fragment>();
const SHORT = 40;
const MAX_PIECES = 100;
