import type { Db, VersionedType } from '../db/tables.ts';
import type { JsonObject } from '../lib/objects.ts';
import { slugify } from '../lib/text/slugs.ts';
import { ARCHIVES, type FormerAddress, findFormer, type SourceAddress } from '../records/former-addresses.ts';
import { MAX_PATH, pathKey } from '../records/path-key.ts';
import type { Identity } from './identity.ts';
import { objects, textOf } from './json.ts';
import type { Plan } from './plan.ts';
import { note } from './report.ts';
import type { Run } from './run.ts';

/**
 * The public addresses of a record at its source that will not lead to it by themselves, as the one that its slug makes
 * here does.
 */
export function sourceAddresses(
  run: Run,
  type: VersionedType,
  record: JsonObject,
  extras: JsonObject,
  { base, key: source }: Identity,
): SourceAddress[] {
  const known = formerAddresses(extras);
  const url = URL.parse(textOf(record.url));
  const isPublic = ['publish', 'private'].includes(textOf(record.status ?? 'publish'));
  if (!url || !isPublic) return known;
  const path = pathKey(url.pathname + url.search);
  if (path === undefined && url.href.length > MAX_PATH)
    note(run.report, { source, type, why: 'its address is too long to be redirected from' });
  return path === undefined || isKept(run, type, path, record) ? known : [...known, { path, site: base }];
}

/** The former addresses that an export knows of a record. */
export const formerAddresses = (extras: JsonObject): SourceAddress[] =>
  objects(extras.former_addresses).flatMap(({ path, site }) => {
    const key = pathKey(textOf(path));
    return key === undefined ? [] : [{ path: key, site: textOf(site) }];
  });

/** Whether a path leads to a record that has the slug of its source. */
function isKept(
  { config: { SITE_URL } }: Run,
  type: VersionedType,
  path: string,
  record: JsonObject,
): boolean {
  const slug = slugify(textOf(record.slug) || textOf(record.name));
  const isOccurrence = type === 'event' && textOf(record.recurrence_id) !== '';
  const site = SITE_URL && new URL(SITE_URL).pathname.replace(/\/$/, '');
  return ['', site].some(site => {
    const archive = pathKey(`${site}/${ARCHIVES[type]}`)!;
    // The address of a category names its ancestors, and leads to it without them.
    const rest = type === 'category' ? path.replace(/\/.*(?=\/)/, archive) : path;
    const own = pathKey(`${archive}/${slug}`)!;
    // An occurrence has its date behind the slug of its series.
    const isKept = isOccurrence ? rest.startsWith(`${own}/`) : rest === own;
    return path.startsWith(`${archive}/`) && isKept;
  });
}

/** The addresses of the local records that these plans have become. */
export const addressesOf = (
  { type, addresses }: Pick<Plan, 'type' | 'addresses'>,
  record_id: number,
): FormerAddress[] => addresses.map(address => ({ ...address, type, record_id }));

/** The addresses that no record is known to have had. */
export async function unknownAddresses(
  db: Db,
  addresses: readonly FormerAddress[],
): Promise<FormerAddress[]> {
  const known = await findFormer(
    db,
    addresses.map(({ path }) => path),
  );
  return addresses.filter(({ path }) => !known.has(path));
}
