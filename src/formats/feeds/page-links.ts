import type { EventListView } from '../event-format.ts';

/** The links of a page of a list to itself and to its neighbours (RFC 5005). */
export const pageLinks = ({ self, next, previous }: EventListView): { rel: string; href: string }[] => [
  { rel: 'self', href: self },
  ...(previous === undefined ? [] : [{ rel: 'previous', href: previous }]),
  ...(next === undefined ? [] : [{ rel: 'next', href: next }]),
];
