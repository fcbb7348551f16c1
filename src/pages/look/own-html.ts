import type { BareCall } from '../../http/call.ts';
import { type Html, trusted } from '../../lib/html.ts';
import { withCompleteAddresses } from '../../lib/text/absolute.ts';
import { SITE_FILES } from './file-address.ts';
import type { OwnPage } from './own-pages.ts';

/** The path of a page of the operator below the language. */
export const pathOf = ({ slug }: OwnPage): string => `/${slug}/`;

/** From where the addresses in HTML of the operator are seen: `team.jpg` is a file in the folder of the site. */
export const baseOf = ({ address }: Pick<BareCall, 'address'>): string => address.site + SITE_FILES;

/** Sanitised HTML of the operator within a line of the frame. */
export const lineHtml = (content: string, call: Pick<BareCall, 'address'>): Html =>
  trusted(withCompleteAddresses(content, baseOf(call)).replaceAll(' />', '>'));
