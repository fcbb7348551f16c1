import type { BareCall } from '../../http/call.ts';
import type { Language } from '../../i18n/language.ts';
import type { Html } from '../../lib/html.ts';
import type { Preview } from '../preview-cards/preview.ts';

/** What a page is made of, besides what all pages have. */
export interface DocumentParts {
  /** The title, without the name of the site. */
  readonly title: string;
  /** Plain text for search engines and previews. */
  readonly description?: string;
  /** The part of the site, which the navigation marks. */
  readonly section?: NavSection;
  /** The content, with one heading of the first level. */
  readonly main: Html;
  /** The picture of links to it. */
  readonly preview?: Preview;
  readonly head?: Html;
  /** Whether the navigation leads to the map. */
  readonly hasMap?: boolean;
  /** Whether it is shown in a frame of another site, without a header and a footer. */
  readonly isFramed?: boolean;
  /** What stands above everything else. */
  readonly above?: Html;
  /** The path of the page below the language, which may differ by language: `/event/concert/`. It is the canonical one. */
  readonly path?: (language: Language) => string;
  /** The languages in which a record has a page, its own first: in others the page is that of its own language. */
  readonly languages?: readonly Language[];
  /** Whether search engines shall list the page; by default if it has a path. */
  readonly isListed?: boolean;
  /** Whether robots shall follow the links of a page that is not listed. */
  readonly isFollowed?: boolean;
  /** Whether a page that is not listed names its address, because it is at another one. */
  readonly namesAddress?: boolean;
  /** Whether a password is needed, which no link to another format has. */
  readonly isLocked?: boolean;
}

export type NavSection = 'list' | 'month' | 'week' | 'today' | 'map' | 'past';

/** What the frame of a page depends on. */
export type PageCall = Pick<BareCall, 'address' | 'config' | 'language' | 'page'>;
