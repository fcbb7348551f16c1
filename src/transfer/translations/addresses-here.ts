import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { bare } from '../../intake/identity.ts';
import { KINDS, type VersionedType, writtenTypes } from '../../kinds.ts';
import { formerOf } from '../../records/former-addresses.ts';
import { pathKey } from '../../records/path-key.ts';
import { inOwnWords, wordsOf } from '../../site/words.ts';

type Rows = Readonly<Record<VersionedType, readonly { id: number; slug: string | null }[]>>;
type SourceIds = Readonly<Record<VersionedType, ReadonlyMap<string, number>>>;

/**
 * Finds records by their public addresses: the former ones that imports have remembered, and those that follow from
 * their slugs, here and at the sites that they come from.
 */
export async function addressesHere(
  db: Db,
  config: Config,
  rows: Rows,
  sources: SourceIds,
): Promise<(type: VersionedType, url: URL) => number | undefined> {
  const { SITE_URL } = config;
  const words = wordsOf(config);
  const own = SITE_URL ? siteAt(new URL(SITE_URL).host + new URL(SITE_URL).pathname) : undefined;
  const ids = new Map<string, number>();
  for (const type of writtenTypes) {
    const slugs = new Map(rows[type].map(({ id, slug }) => [id, slug]));
    const sitesOf = Map.groupBy(sources[type], ([, id]) => id);
    for (const [id, slug] of slugs) {
      if (!slug) continue;
      const sites = (sitesOf.get(id) ?? []).flatMap(([source]) =>
        siteAt(/^(.*?)[?#]/.exec(source)?.[1] ?? ''),
      );
      const archived = `/${KINDS[type].archive}/${slug}`;
      if (own && words) ids.set(placeOf(type, own.host, pathKey(own.path + inOwnWords(archived, words))), id);
      for (const { host, path } of own ? [own, ...sites] : sites)
        ids.set(placeOf(type, host, pathKey(path + archived)), id);
    }
    for (const [id, addresses] of await formerOf(db, type, [...slugs.keys()]))
      for (const { path, site } of addresses)
        ids.set(placeOf(type, site === '' ? (own?.host ?? '') : siteAt(site).host, path), id);
  }
  return (type, { host, pathname, search }) => {
    const path = pathKey(pathname + search);
    // The address of a category names its ancestors, and leads to it without them.
    const bareOne = type === 'category' && path?.replace(/(\/events\/category\/).*\//, '$1');
    return (
      ids.get(placeOf(type, bare(host), path)) ??
      (bareOne ? ids.get(placeOf(type, bare(host), bareOne)) : undefined)
    );
  };
}

const placeOf = (type: VersionedType, host: string, path: string | undefined): string =>
  `${type} ${host} ${path}`;

/** The host and the path in what stands for a site in identities. */
function siteAt(base: string): { host: string; path: string } {
  const [host = '', ...path] = base.replace(/^.*>/, '').replace(/\/$/, '').split('/');
  return { host: bare(host), path: path.map(segment => `/${segment}`).join('') };
}
