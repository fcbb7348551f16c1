import type { Config } from '../config.ts';
import { addressAt, addressBeside, type RequestAddress } from '../site/address.ts';

/** Where the index of a WordPress site is. Programs recognise the interface by it. */
export const WORDPRESS = '/wp-json';

/** The namespaces that the index of a WordPress site lists, such as `tribe/events/v1`: aliases below its address. */
export const namespacesOf = ({ ALIASES }: Pick<Config, 'ALIASES'>): string[] =>
  ALIASES.filter(alias => alias.startsWith(`${WORDPRESS}/`)).map(alias => alias.slice(WORDPRESS.length + 1));

/** The address of the interface in one of these namespaces. */
export function addressIn(namespace: string, address: RequestAddress): RequestAddress {
  const prefix = addressBeside(address, `${WORDPRESS}/${namespace}`).slice(address.site.length);
  return addressAt(address.site, { prefix, namespace, language: address.language });
}
