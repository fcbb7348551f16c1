import { type Fragment, fragment, joined, separated } from '../../lib/json.ts';
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

/** A member that shows other records. */
interface Links<Row> {
  readonly name: string;
  readonly linked: LinkedMember<Row>;
}

/**
 * The JSON of a record in pieces, in the order of its members: what it has itself, and what it is linked to, which
 * may come from another source.
 */
export type Frame<Row, Source> = readonly (Stretch<Row> | Links<Source>)[];

/** The frame that follows from these members. */
export function frameOf<Row extends Source, Source>(members: Members<Row>): Frame<Row, Source> {
  const all = Object.entries(members);
  const frame: (Stretch<Row> | Links<Source>)[] = [];
  for (let at = 0; at < all.length; ) {
    const [name, member] = all[at]!;
    if (isLinked(member)) {
      frame.push({ name, linked: member });
      at++;
      continue;
    }
    const length = all.slice(at).findIndex(([, next]) => isLinked(next));
    const end = length === -1 ? all.length : at + length;
    const before = frame.at(-1);
    const closes = before && 'linked' in before && !before.linked.isAlone;
    frame.push({
      members: Object.fromEntries(all.slice(at, end)),
      begin: at === 0 ? '{' : closes ? ']' : '',
      end: end === all.length ? '}' : '',
    });
    at = end;
  }
  return frame;
}

/** What a record has itself, stretch by stretch. */
export const stretchesOf = <Row>(frame: Frame<Row, never>, row: Row, view: View): Fragment[] =>
  frame.flatMap(piece =>
    'linked' in piece ? [] : [shared(writeOn(piece.begin, piece.members, row, view) + piece.end)],
  );

/** The whole record: its stretches, and what it is linked to between them. */
export function joinFrame<Source>(
  frame: Frame<never, Source>,
  stretches: readonly Fragment[],
  source: Source,
  view: View,
  name: string,
): Fragment {
  const parts: Fragment[] = [];
  let [next, isList] = [0, false];
  for (const piece of frame) {
    if ('linked' in piece) {
      const { linked } = piece;
      const records = linked.records(source);
      const label = `${isList ? ']' : ''},"${piece.name}":`;
      isList = !(linked.isAlone && records.length === 1);
      parts.push(shared(isList ? `${label}[` : label));
      parts.push(...separated(records.map(record => embedded(linked, record, view, name))));
    } else {
      if (isList && piece.begin !== ']') parts.push(shared(']'));
      isList = false;
      parts.push(stretches[next++]!);
    }
  }
  return joined(parts);
}

/** Writes what is embedded ahead, where that is much; others are answered in between. */
export async function writeEmbedded<Source>(
  frame: Frame<never, Source>,
  source: Source,
  view: View,
  name: string,
  pacer: Pacer,
): Promise<void> {
  const all = frame.flatMap(piece => ('linked' in piece ? [piece.linked] : []));
  if (all.reduce((sum, linked) => sum + linked.records(source).length, 0) <= FEW) return;
  for (const linked of all)
    for (const record of linked.records(source)) {
      embedded(linked, record, view, name);
      await pacer.pause();
    }
}

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
