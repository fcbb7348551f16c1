import type { Config } from '../config.ts';
import type { Language } from '../i18n/language.ts';
import type { RequestAddress } from './address.ts';
import { designOf } from './design.ts';

interface Site {
  readonly address: Pick<RequestAddress, 'name'>;
  readonly config: Config;
}

/** The name of the site, for titles and authors. */
export const siteName = ({ address, config }: Site): string => config.SITE_NAME || address.name;

/** The name of the site on pages, where the operator may have one for each language. */
export const siteNameIn = (site: Site & { readonly language: Language }): string =>
  designOf(site.config).texts[site.language]?.site?.name ?? siteName(site);
