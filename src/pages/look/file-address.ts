import type { BareCall } from '../../http/call.ts';
import { pathOnSite } from '../addresses.ts';
import { ICON_SIZES, type IconSize } from './icon.ts';
import { lookOf } from './look.ts';
import type { SiteFile } from './site-files.ts';

/** The path of the operator's files, and of the icons that are made of one. */
export const SITE_FILES = '/site/';

export const iconPath = (size: IconSize): string => `/assets/icon-${size}.png`;

/** The address of a file of the operator. It changes with the file, so that browsers keep it for good. */
export const fileAddress = (call: Pick<BareCall, 'address'>, { name, version }: SiteFile): string =>
  pathOnSite(call, `${SITE_FILES}${name}?v=${version}`);

/** An icon of the site, for browsers. */
interface IconLink {
  readonly rel: 'icon' | 'apple-touch-icon';
  readonly href: string;
  readonly type: string;
  readonly sizes: string;
}

/** The icons of the site: the operator's drawing itself, or pictures in the sizes that browsers show. */
export function iconLinks(call: Pick<BareCall, 'address' | 'config'>): IconLink[] {
  const { file, isVector, version } = lookOf(call.config).icon;
  if (file && isVector)
    return [{ rel: 'icon', href: fileAddress(call, file), type: 'image/svg+xml', sizes: 'any' }];
  return ICON_SIZES.map((size, at) => ({
    rel: at === 0 ? 'icon' : 'apple-touch-icon',
    href: pathOnSite(call, `${iconPath(size)}?v=${version}`),
    ...{ type: 'image/png', sizes: `${size}x${size}` },
  }));
}
