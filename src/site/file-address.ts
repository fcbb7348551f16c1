import type { Config } from '../config.ts';
import { pathOnSite, type RequestAddress } from './address.ts';
import { designOf } from './design.ts';
import type { SiteFile } from './files.ts';
import { ICON_SIZES, type IconSize } from './icon.ts';

/** The path of the operator's files. */
export const SITE_FILES = '/site/';

/** The path of an icon that is made of a file of the operator, or of the accent colour. */
export const iconPath = (size: IconSize): string => `/assets/icon-${size}.png`;

interface SiteAddressed {
  readonly address: Pick<RequestAddress, 'site'>;
}

/** The address of a file of the operator. It changes with the file, so that browsers keep it for good. */
export const fileAddress = ({ address }: SiteAddressed, { name, version }: SiteFile): string =>
  pathOnSite(address, `${SITE_FILES}${name}?v=${version}`);

/** The address from which relative ones in HTML of the operator start: `team.jpg` is a file of the operator. */
export const ownHtmlBase = ({ address }: SiteAddressed): string => address.site + SITE_FILES;

/** An icon of the site, for browsers. */
interface IconLink {
  readonly rel: 'icon' | 'apple-touch-icon';
  readonly href: string;
  readonly type: string;
  readonly sizes: string;
}

/** The icons of the site: the operator's drawing itself, or pictures in the sizes that browsers show. */
export function iconLinks(site: SiteAddressed & { readonly config: Config }): IconLink[] {
  const { file, isVector, version } = designOf(site.config).icon;
  if (file && isVector)
    return [{ rel: 'icon', href: fileAddress(site, file), type: 'image/svg+xml', sizes: 'any' }];
  return ICON_SIZES.map((size, at) => ({
    rel: at === 0 ? 'icon' : 'apple-touch-icon',
    href: pathOnSite(site.address, `${iconPath(size)}?v=${version}`),
    ...{ type: 'image/png', sizes: `${size}x${size}` },
  }));
}
