import type { Language } from '../../i18n/language.ts';
import type { EventListView } from '../event-format.ts';

interface PageLink {
  readonly rel: string;
  readonly href: string;
  readonly hreflang?: Language;
}

/** The links of a page of a list to itself, to its neighbours (RFC 5005), and to itself in other languages. */
export const pageLinks = ({ self, next, previous, alternates }: EventListView): PageLink[] => [
  { rel: 'self', href: self },
  ...(previous === undefined ? [] : [{ rel: 'previous', href: previous }]),
  ...(next === undefined ? [] : [{ rel: 'next', href: next }]),
  ...alternates.map(({ language, url }) => ({ rel: 'alternate', href: url, hreflang: language })),
];
