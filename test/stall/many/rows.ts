import type { Mode, Source } from './flood.ts';
import { documents, drawn, type Kind, others } from './kinds.ts';

/** Many requests of a kind at once. */
export interface Row {
  readonly kind: Kind;
  readonly mode: Mode;
  readonly source: Source;
  /** How many, before the factor of the run. */
  readonly requests: number;
  /** Whether all have the same address. */
  readonly same?: boolean;
  /** How many workers the service has, if that does not depend on the run. */
  readonly workers?: number;
}

/** The number of requests of other rows. */
const MANY = 100;
const UPLOADS = 18;

/** Requests by which the service once ended, or kept others waiting for half a minute. */
export const known: readonly Row[] = [
  { kind: documents.townTable, mode: 'read', source: 'one', requests: 60 },
  { kind: documents.townTable, mode: 'read', source: 'many', requests: 400 },
  { kind: documents.yearsTable, mode: 'read', source: 'one', requests: 400 },
  ...(['rss', 'atom', 'json', 'csv', 'ics'] as const).map(
    name => ({ kind: documents[name], mode: 'read', source: 'one', requests: 100 }) as const,
  ),
  { kind: documents.rss, mode: 'read', source: 'one', requests: 200, workers: 2 },
  { kind: documents.drafts, mode: 'read', source: 'one', requests: 120 },
  { kind: documents.countryCalendar, mode: 'unread', source: 'one', requests: 1500 },
  { kind: documents.countryCalendar, mode: 'unread', source: 'one', requests: 3800 },
  { kind: documents.townCalendar, mode: 'fin', source: 'one', requests: 400 },
  { kind: documents.townCalendar, mode: 'rst', source: 'one', requests: 400 },
  ...[drawn.largest, drawn.progressive].map(
    kind => ({ kind, mode: 'read', source: 'one', requests: UPLOADS }) as const,
  ),
  ...(['read', 'unread', 'rst'] as const).flatMap(mode => [
    { kind: drawn.uploads, mode, source: 'one', requests: UPLOADS } as const,
    { kind: drawn.webp, mode, source: 'many', requests: MANY, same: true } as const,
    { kind: drawn.cards, mode, source: 'many', requests: MANY } as const,
  ]),
];

const MODES = ['read', 'unread', 'fin', 'slow', 'rst'] as const;
const SOURCES = ['one', 'many', 'proxy'] as const;

/** Each kind, read and in one of the other modes, from one of the sources; with `all`, in all modes from all sources. */
export function further(all: boolean): Row[] {
  return [...Object.values(documents), ...others].flatMap((kind, number) => {
    const modes = all ? MODES : (['read', MODES[1 + (number % 4)]!] as const);
    const requests = kind.uploads ? UPLOADS : MANY;
    return modes.flatMap((mode, at) => {
      const sources = all ? SOURCES : [SOURCES[(number + at) % SOURCES.length]!];
      return sources.map(source => ({ kind, mode, source, requests, same: (number + at) % 2 === 0 }));
    });
  });
}

export function nameOf({ kind, mode, source, requests, same, workers }: Row, times: number): string {
  const details = [
    mode,
    `from ${source}`,
    ...(same ? ['the same'] : []),
    ...(workers ? [`${workers} workers`] : []),
  ];
  return `${requests * times} ${kind.name} of ${kind.store}, ${details.join(', ')}`;
}
