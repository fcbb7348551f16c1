import type { Tables } from '../../src/db/tables.ts';

/** Tables of the engine and of the change log, which no query of the builder names. */
type Others = 'changes' | 'kysely_migration';

/**
 * What each table holds, in an order in which they can be created: a table comes after those that it refers to.
 * `venues_places`, of the embedded store, stands with the venues.
 */
export const MEANINGS: Readonly<Record<keyof Tables | Others, string>> = {
  users: 'Accounts.',
  app_passwords: 'Application passwords of accounts, as hashes.',
  sessions: 'Browsers that have signed in at /admin, with hashes of their tokens.',
  secret_links: 'Links and codes that work once, as hashes: an invitation, a forgotten password.',
  passkeys: 'Passkeys of accounts: public keys.',
  used_challenges: 'Challenges that a passkey has answered, for a day: each counts once.',
  outbox: 'Mails that wait to be sent; sent ones for a day, those that were given up for a month.',
  unwanted_mail: 'Which mails addresses without an account want no more, as hashes of these.',
  security_log: 'What happened to accounts, sessions, rights and settings.',
  idempotency_keys: 'Keys of requests that create something, with the answers that a repeated request gets.',
  records:
    'The ids of events, venues, organizers and images, which share one sequence and are never used again.',
  images: 'Images; their files are in DATA_DIR/images.',
  events:
    'Events: those that happen once, series (with a recurrence) and their occurrences (with a series_id).',
  pending_edits: 'Changes of published events that wait, each of one account.',
  public_proposals:
    'What people without an account propose, and hashes of their private links, until 30 days after the event.',
  open_forms: 'Who has opened the form of which event.',
  vanished_occurrences: 'Ids of occurrences whose dates a series lost: they return with the date.',
  venues: 'Venues.',
  organizers: 'Organizers.',
  terms: 'Categories and tags.',
  sources: 'Addresses and files from which events come; the files are in DATA_DIR/sources.',
  readings: 'Readings of sources: the last 50 of each, with their reports.',
  event_venues: 'The venues of events, in order.',
  event_organizers: 'The organizers of events, in order.',
  event_terms: 'The categories and tags of events.',
  translated_slugs: 'Slugs of translations.',
  versions: 'History: the former values of what a change touched.',
  changes: 'The change log, written by triggers, from which each process learns what to read again.',
  former_addresses: 'Addresses of pages that records had before, which redirect.',
  imported: 'Where imported records came from, with a hash of what was read.',
  settings: 'What the service remembers of the store.',
  site_settings:
    'Settings of the site that were changed in the store, with their history: the last row of each counts.',
  kysely_migration: 'The migrations that were taken.',
};

/** Left by earlier versions; this version does not make it. */
export const UNUSED = 'kysely_migration_lock';

/** A table in the order above; others come last. */
export function inOrder(one: string, other: string): number {
  const order = Object.keys(MEANINGS);
  const at = (table: string) => {
    const position = order.indexOf(table);
    return position < 0 ? order.length : position;
  };
  return at(one) - at(other) || one.localeCompare(other);
}

/** `create table` with a line for each part, below a sentence that says what the table holds. */
export function tableText(name: string, parts: readonly string[]): string {
  const meaning = (MEANINGS as Readonly<Record<string, string>>)[name];
  return `${meaning ? `-- ${meaning}\n` : ''}create table ${name} (\n${parts.map(part => `  ${part}`).join(',\n')}\n);`;
}

/** A statement whose body is indented by two spaces. */
export function straight(statement: string): string {
  const [first = '', ...lines] = statement.trim().split('\n');
  const last = lines.pop();
  if (last === undefined) return first;
  const indent = Math.min(...lines.map(line => line.search(/\S/)).filter(at => at >= 0));
  return [first, ...lines.map(line => `  ${line.slice(indent)}`), last.trim()].join('\n');
}

/** Key words in small letters, as in the migrations; text in quotation marks stays. */
export const lower = (text: string): string =>
  text.replaceAll(/'[^']*'|"[^"]*"|\b[A-Z]+\b/g, part => (/^['"]/.test(part) ? part : part.toLowerCase()));
