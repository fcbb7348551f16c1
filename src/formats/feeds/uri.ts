import type { View } from '../../records/view.ts';

/**
 * A URI of a record (RFC 4151) that stays when its address changes. As its global id, it names the site and the id, but
 * no scheme, port, slug or language.
 */
export function uriOf(type: string, id: number, { address }: Pick<View, 'address'>): string {
  const [host = '', ...path] = address.name.split('/');
  // Brackets and colons of an IPv6 address are not allowed here.
  const authority = host.replace(/[^\w.-]+/g, '');
  return `tag:${authority},2026:${[...path, type, id].join('/')}`;
}
