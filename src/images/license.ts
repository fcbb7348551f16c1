import { isWebAddress } from '../lib/text/addresses.ts';

/** A licence as people read it, with the address of its text, if that is known. */
export interface ImageLicense {
  readonly name: string;
  readonly url?: string;
}

/**
 * The licence that an image names by an address or by a short name. Those of Creative Commons are known by both; another
 * address is called after its host, and another name has no address.
 */
export function licenseOf(written: string): ImageLicense | undefined {
  if (written === '') return undefined;
  const [, terms, version, tool] = CREATIVE_COMMONS.exec(written) ?? [];
  if (tool) return tool.toLowerCase() === 'mark' ? PUBLIC_DOMAIN : CC0;
  if (terms) return creativeCommons(terms, version!);
  const address = isWebAddress(written) ? URL.parse(written) : null;
  if (address) return { name: address.host, url: address.href };
  if (/^CC0(?:[- ]1\.0)?$/i.test(written)) return CC0;
  const named = /^CC[- ](BY(?:-(?:NC|SA|ND)){0,2})[- ](\d\.\d)$/i.exec(written);
  return named ? creativeCommons(named[1]!, named[2]!) : { name: written };
}

const CREATIVE_COMMONS =
  /^https?:\/\/creativecommons\.org\/(?:licenses\/([a-z-]+)\/(\d\.\d)|publicdomain\/(zero|mark)\/1\.0)(?:\/|$)/i;

const creativeCommons = (terms: string, version: string): ImageLicense => ({
  name: `CC ${terms.toUpperCase()} ${version}`,
  url: `https://creativecommons.org/licenses/${terms.toLowerCase()}/${version}/`,
});

const CC0: ImageLicense = { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' };
const PUBLIC_DOMAIN: ImageLicense = {
  name: 'Public Domain Mark 1.0',
  url: 'https://creativecommons.org/publicdomain/mark/1.0/',
};
