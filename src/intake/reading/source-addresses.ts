import type { Config } from '../../config.ts';
import type { Db, VersionedType } from '../../db/tables.ts';
import { KINDS } from '../../kinds.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { type FormerAddress, findFormer, type SourceAddress } from '../../records/former-addresses.ts';
import { MAX_PATH, pathKey, pathKeyOf } from '../../records/path-key.ts';
import type { Identity } from '../identity.ts';
import type { ImportPlan } from '../plans/plan.ts';
import { because } from '../reason.ts';
import { note } from '../report.ts';
import type { ImportRun } from '../run.ts';
import { objects, textOf } from './values.ts';

/**
 * The public addresses of a record at its source that will not lead to it by themselves, as the one that its slug makes
 * here does. One that is too long is reported.
 */
export function addressesIn(
  { config, report }: ImportRun,
  type: VersionedType,
  record: JsonObject,
  extras: JsonObject,
  { base: site, key: source }: Identity,
): readonly SourceAddress[] {
  const known = formerAddresses(extras);
  const url = URL.parse(textOf(record.url));
  const isPublic = ['publish', 'private'].includes(textOf(record.status ?? 'publish'));
  if (!url || !isPublic) return known;
  const path = pathKeyOf(url);
  if (path === undefined && url.href.length > MAX_PATH)
    note(report, { source, type, why: because('long_redirect') });
  return path === undefined || isKept(config, type, path, record) ? known : [...known, { path, site }];
}

/** The former addresses that an export knows of a record. */
export const formerAddresses = (extras: JsonObject): SourceAddress[] =>
  objects(extras.former_addresses).flatMap(({ path, site }) => {
    const key = pathKey(textOf(path));
    return key === undefined ? [] : [{ path: key, site: textOf(site) }];
  });

/** Whether a path leads to a record that has the slug of its source. */
function isKept(
  { SITE_URL }: Pick<Config, 'SITE_URL'>,
  type: VersionedType,
  path: string,
  record: JsonObject,
): boolean {
  const slug = slugify(textOf(record.slug) || textOf(record.name));
  const isOccurrence = type === 'event' && textOf(record.recurrence_id) !== '';
  const site = SITE_URL && new URL(SITE_URL).pathname;
  const end = pathKey(`/${slug}`) ?? '';
  return ['', pathKey(site) ?? ''].some(site => {
    const archive = `${site}/${KINDS[type].archive}`;
    // The address of a category names its ancestors, and leads to it without them.
    const rest = type === 'category' ? path.replace(/\/.*(?=\/)/, archive) : path;
    const own = archive + end;
    // An occurrence has its date behind the slug of its series.
    const isKept = isOccurrence ? rest.startsWith(`${own}/`) : rest === own;
    return path.startsWith(`${archive}/`) && isKept;
  });
}

/** The addresses of the local records that these plans have become. */
export const addressesOf = (
  { type, addresses }: Pick<ImportPlan, 'type' | 'addresses'>,
  record_id: number,
): FormerAddress[] => addresses.map(address => ({ ...address, type, record_id }));

/** The addresses that no record is known to have had. */
export async function unknownAddresses(
  db: Db,
  addresses: readonly FormerAddress[],
): Promise<FormerAddress[]> {
  const paths = addresses.map(({ path }) => path);
  const known = await findFormer(db, paths);
  return addresses.filter(({ path }) => !known.has(path));
}
