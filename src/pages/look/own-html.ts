import type { BareCall } from '../../http/call.ts';
import { type Html, trusted } from '../../lib/html.ts';
import { withCompleteAddresses } from '../../lib/text/absolute.ts';
import { SITE_FILES } from './file-address.ts';
import type { OwnPage } from './own-pages.ts';

/** The path of a page of the operator below the language. */
export const pathOf = ({ slug }: OwnPage): string => `/${slug}/`;

/** Sanitised HTML of the operator. Its addresses are seen from the folder of the site: `team.jpg` is a file there. */
export const completed = (content: string, { address }: Pick<BareCall, 'address'>): Html =>
  trusted(withCompleteAddresses(content, address.site + SITE_FILES));
