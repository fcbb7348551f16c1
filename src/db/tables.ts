import type { Generated, Kysely, Selectable } from 'kysely';
import type { KindName, RecordType, Taxonomy, VersionedType } from '../kinds.ts';

export type { RecordType, Taxonomy, VersionedType };

/**
 * The tables, as both stores have them. Instants are epoch seconds in UTC, flags are 0 or 1 and text
 * that may be absent is '' or null as its column says: both engines then compare and sort them alike.
 */
export interface Tables {
  records: RecordsTable;
  events: EventsTable;
  venues: VenuesTable;
  organizers: OrganizersTable;
  images: ImagesTable;
  terms: TermsTable;
  event_venues: LinkTable<'venue_id'>;
  event_organizers: LinkTable<'organizer_id'>;
  event_terms: { event_id: number; term_id: number };
  users: UsersTable;
  app_passwords: AppPasswordsTable;
  sessions: SessionsTable;
  secret_links: SecretLinksTable;
  passkeys: PasskeysTable;
  used_challenges: UsedChallengesTable;
  security_log: SecurityLogTable;
  pending_edits: PendingEditsTable;
  public_proposals: PublicProposalsTable;
  open_forms: { event_id: number; user_id: number; at: number };
  outbox: OutboxTable;
  unwanted_mail: { recipient: string; topic: string };
  sources: SourcesTable;
  readings: ReadingsTable;
  imported: ImportedTable;
  former_addresses: FormerAddressesTable;
  vanished_occurrences: VanishedOccurrencesTable;
  translated_slugs: TranslatedSlugsTable;
  idempotency_keys: IdempotencyKeysTable;
  versions: VersionsTable;
  settings: { name: string; value: string };
  site_settings: SiteSettingsTable;
}

/** A database handle or a transaction on it: the first argument of every store function. */
export type Db = Kysely<Tables>;

/** The id sequence shared by events, venues, organizers and images. */
interface RecordsTable {
  id: Generated<number>;
  /** The id of a permanently deleted record is kept, so that it is never reused. */
  type: RecordType | 'deleted';
  /** JSON of when and by whom the record was created, see records/versions/actor.ts; null if unknown. */
  created: string | null;
}

/** Columns of records whose texts have a language, see records/translations. */
export interface TranslatedTable {
  /** The language of the record's own texts; '' for that of the site. */
  language: Generated<string>;
  /** The languages of translations that are not drafts, separated by commas. */
  translated: Generated<string>;
  /** JSON of the texts in other languages: { language: { column: text } }; '' for none. */
  translations: Generated<string>;
}

/** Columns that events, venues and organizers share. */
interface PublishedColumns extends TranslatedTable {
  id: number;
  author_id: number;
  status: Status;
  /** The status that a record in the trash had before; null elsewhere. */
  status_before_trash: Status | null;
  /** Unique per table; null until a draft gets one. */
  slug: string | null;
  description: string;
  /** Folded text for searches, one line for each searched field. */
  search_text: string;
  image_id: number | null;
  /** The publication date, past or future. */
  date_at: number;
  /** 1 while a draft has never been given a publication date: `date_at` is then its creation. */
  date_floats: number;
  modified_at: number;
}

/** Columns of plain fields are declared with the fields, in events/plain-fields.ts. */
export interface EventsTable extends PublishedColumns {
  title: string;
  excerpt: string;
  all_day: number;
  /** Wall time in the event's zone, `YYYY-MM-DD HH:MM:SS`. */
  start_date: string;
  end_date: string;
  start_at: number;
  end_at: number;
  /** The time zone as it was sent: an IANA name or an offset. */
  timezone: string;
  timezone_abbr: string;
  /** JSON of a Cost, see events/cost.ts; null for none. */
  cost: string | null;
  /** null if never set: the event's own address is used instead. */
  website: string | null;
  password_hash: string | null;
  /** The identity in calendar files; null: derived from the id, see events/uid.ts. */
  uid: string | null;
  /** The revision in calendar files: it grows with every write of the event. */
  sequence: number;
  /** The lines of RFC 5545 that make this event a series (see src/recurrence), one per line; '' for none. */
  recurrence: string;
  /** The series of this occurrence; null for a single event. */
  series_id: number | null;
  /** The wall time at which the recurrence rule lets this occurrence start, wherever it was moved; null for none. */
  recurrence_id: string | null;
  /** The names of the members in which an occurrence differs from its series, separated by commas. */
  own_members: string;
}

/** A name of its own (`name`), and columns by which duplicates are found. */
interface NamedTable extends PublishedColumns {
  name: string;
  folded_name: string;
  /** See lib/text/keys.ts. */
  match_key: string | null;
  website: string;
}

/** Like those of organizers, columns of plain fields are declared with the fields. */
export interface VenuesTable extends NamedTable {
  /** null: derived from state, province and country. */
  stateprovince: string | null;
  geo_lat: number | null;
  geo_lng: number | null;
}

export interface OrganizersTable extends NamedTable {}

interface ImagesTable extends Omit<TranslatedTable, 'translated'> {
  id: number;
  author_id: number;
  /** Path of the full-size file below the images' folder, `<key>/<name>.<extension>`. */
  file: string;
  extension: string;
  mime: string;
  width: number;
  height: number;
  filesize: number;
  /** JSON: { name: { file, width, height, mime, filesize } } */
  sizes: string;
  /** The address it was fetched from; null for an upload. */
  source_url: string | null;
  created_at: number;
  /** What the image shows, for people who do not see it. */
  alt_text: Generated<string>;
  /** What crops keep, in percentages from the left and the top: `30 87`. */
  focal_point: Generated<string>;
  /** Who made it, as people shall read it. */
  credit: Generated<string>;
  /** The address or the short name of its licence. */
  license: Generated<string>;
  /** The image whose former file this one has; null for all others. */
  former_of: Generated<number | null>;
}

/** The colours that tell categories apart, and the one of those beyond them. */
export const categoryColors = [
  'rose',
  'orange',
  'ochre',
  'lime',
  'green',
  'teal',
  'blue',
  'violet',
  'slate',
] as const;
export type CategoryColor = (typeof categoryColors)[number];

interface TermsTable extends TranslatedTable {
  id: Generated<number>;
  taxonomy: Taxonomy;
  name: string;
  /** The name in lower case: two terms under one parent do not share it. */
  lower_name: string;
  /** The name as lists sort it, without case and accents. */
  sort_name: string;
  slug: string;
  description: string;
  /** 0: top level. */
  parent: number;
  /** Of a category; '' for tags. */
  color: Generated<CategoryColor | ''>;
  /** Published events that are directly assigned. */
  count: number;
}

type LinkTable<Column extends string> = { event_id: number; position: number } & Record<Column, number>;

/** What a stored cost says: nobody pays or no cost is known, somebody pays, or neither (`Donation`). */
export const costClasses = ['free', 'paid', 'unknown'] as const;
export type CostClass = (typeof costClasses)[number];

export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber';
/** What an application password permits, within the rights of its account. */
export type PasswordScope = 'read' | 'write' | 'administer';
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof statuses)[number];
export const eventStatuses = ['scheduled', 'canceled', 'postponed', 'moved_online'] as const;
/** Whether an event takes place as planned. Its publication has a status of its own. */
export type EventStatus = (typeof eventStatuses)[number];
export const availabilities = ['available', 'few', 'sold_out', 'ended'] as const;
/** Whether there are tickets or places left; '' if nobody said so. */
export type Availability = (typeof availabilities)[number] | '';

interface UsersTable {
  id: Generated<number>;
  login: string;
  email: string | null;
  role: Role;
  created_at: number;
  /** As the person is called; '' for the login. */
  name: Generated<string>;
  /** The language of the administration; '' for that of the browser. */
  language: Generated<string>;
  /** The password of /admin in PHC string format; null for none. */
  password_hash: Generated<string | null>;
  /** The key of a second factor by RFC 6238 in Base32; null for none. */
  totp_secret: Generated<string | null>;
  /** The last time step of which a code was accepted: none is accepted twice. */
  totp_step: Generated<number>;
  /** SHA-256 hashes of the codes that stand in for a lost second factor, separated by spaces. */
  recovery_codes: Generated<string>;
  /** How many proposals of the account were refused. */
  refused: Generated<number>;
  /** JSON of the only places, organizers and categories of which it writes events, see users/limits.ts; '' for all. */
  limits: Generated<string>;
  /** When it last signed in at /admin. */
  signed_in_at: number | null;
  /** When it was removed. Its records still name it as their author; nobody signs in with it. */
  removed_at: number | null;
  /** When it is told by mail that proposals wait, see mail/wishes.ts. */
  proposal_mail: Generated<'daily' | 'at_once' | 'never'>;
  /** When it is told by mail what became of its own. */
  decision_mail: Generated<'at_once' | 'never'>;
  /** When it is told by mail that one of its sources fails. */
  source_mail: Generated<'at_once' | 'never'>;
}

/** A mail that is written with what it tells, and sent afterwards. */
interface OutboxTable {
  id: Generated<number>;
  /** The account that gets it, at the address that it has then; null for somebody without one. */
  user_id: number | null;
  address: string;
  name: string;
  language: string;
  notice: string;
  /** JSON of what its text names; '{}' once it was sent. */
  data: string;
  /** Where it leads, below the site. */
  path: string;
  /** A mail that waits with the same key tells this as well. */
  merge_key: string | null;
  created_at: number;
  /** When it is sent, or tried again. */
  due_at: number;
  /** Until when a process has it in hand. */
  claimed_until: Generated<number>;
  attempts: Generated<number>;
  /** It grows with what comes to it. */
  revision: Generated<number>;
  sent_at: number | null;
  /** When it was given up, and why. */
  failed_at: number | null;
  error: Generated<string>;
}

/** A browser that has signed in at /admin. */
interface SessionsTable {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the token: 256 random bits need no slow hash. */
  hash: string;
  /** The role when it began: a session ends when that changes. */
  role: Role;
  /** How many factors it was opened with: a password and a code are two, and so is a passkey. */
  factors: Generated<number>;
  /** The browser as it names itself. */
  device: string;
  created_at: number;
  last_used_at: number;
  last_used_from: string;
}

/** A link, and perhaps a code, that works once: to begin with, to be invited, to choose a new password. */
interface SecretLinksTable {
  id: Generated<number>;
  user_id: number;
  purpose: LinkPurpose;
  /** SHA-256 of what the link has. */
  hash: string;
  /** SHA-256 of a code of six characters, with the hash of the link as its salt. */
  code_hash: string | null;
  /** Codes that were tried. */
  attempts: Generated<number>;
  created_at: number;
  expires_at: number;
}

export type LinkPurpose = 'start' | 'invitation' | 'reset' | 'second-factor';

interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  /** The id of the credential in base64url. */
  credential: string;
  /** The public key in base64url: SubjectPublicKeyInfo. */
  public_key: string;
  /** The algorithm as COSE numbers it. */
  algorithm: number;
  /** The counter of signatures; 0 if the authenticator has none. */
  uses: number;
  /** 1 if the authenticator keeps a copy elsewhere. */
  backed_up: Generated<number>;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** Challenges that a passkey has answered: each counts once. */
interface UsedChallengesTable {
  challenge: string;
  expires_at: number;
}

/** What happened to accounts, sessions, rights and settings. */
interface SecurityLogTable {
  id: Generated<number>;
  at: number;
  what: string;
  /** The account that it is about; null if there is none of this login. */
  user_id: number | null;
  login: string;
  /** The network address; '' for a command. */
  address: string;
  /** JSON of who did it, see records/versions/actor.ts. */
  actor: string;
  /** JSON. */
  details: string;
  /** How often it happened. */
  times: Generated<number>;
}

/** What an editor decides about a proposal that is not published. */
export type Decision = '' | 'returned' | 'refused';

/**
 * `code`: its address is to be confirmed; `waits`: for an editor; otherwise what an editor has decided, `prepared` if the
 * event was not public yet.
 */
export type ProposalState = 'code' | 'waits' | 'published' | 'prepared' | Exclude<Decision, ''>;

interface PublicProposalsTable {
  id: Generated<number>;
  /** The hash of the token of its private link. */
  hash: string;
  state: ProposalState;
  /** JSON of what was typed, and of the fields of the form of an event. */
  typed: string;
  name: string;
  email: string;
  language: string;
  /** A keyed hash of the network that sent it, for a day. */
  client: string;
  /** The hash of the last code that was sent, and when. */
  code_hash: string;
  code_at: number;
  attempts: number;
  created_at: number;
  /** When it was sent to the editors. */
  sent_at: number;
  /** About when it takes place; by the end the private link and the row go. */
  start_at: number;
  end_at: number;
  /** The event that it became; what is proposed is a change of that. */
  event_id: number | null;
  note: string;
  revision: number;
}

/** What somebody has changed of a published event, which the public does not see yet. */
interface PendingEditsTable {
  id: Generated<number>;
  event_id: number;
  user_id: number;
  /** JSON of the changed fields of the form as they were, by name. */
  base: string;
  /** JSON of the same fields as they shall be. */
  members: string;
  /** The picture that the event shall have. */
  image_id: number | null;
  saved_at: number;
  /** When it was sent to the editors; null while it is its author's own. */
  submitted_at: number | null;
  /** When its author has discarded it. */
  discarded_at: Generated<number | null>;
  /** What an editor wrote who sent it back or refused it. */
  note: string;
  /** '' until an editor has decided. */
  decision: Generated<Decision>;
  /** JSON of `ImportedChange`, if a source and no person makes the change; '' otherwise. */
  imported: Generated<string>;
  /** It grows with every change. */
  revision: number;
}

interface AppPasswordsTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** SHA-256 of the secret: 143 random bits need no slow hash. */
  hash: string;
  created_at: number;
  last_used_at: number | null;
  /** The client address of the last use. */
  last_used_from: string | null;
  scope: Generated<PasswordScope>;
  /** Epoch seconds from which the password is refused; null for never. */
  expires_at: number | null;
  /** The id of the password that replaced it, which may be deleted by now. */
  replaced_by: number | null;
}

export const everies = ['hour', 'day', 'week', 'never'] as const;
/** How often a source is read by itself. */
export type Every = (typeof everies)[number];

/** An address or a file from which events come. */
interface SourcesTable {
  id: Generated<number>;
  /** Whose events they become; null once the account is gone. */
  owner_id: number | null;
  name: string;
  /** '' for a file. */
  address: string;
  /** The name of the file below DATA_DIR/sources; '' for an address, and once it was removed. */
  file: string;
  /** What its sender calls it. */
  file_name: string;
  every: Every;
  /** When it is read next by itself; null for never. */
  due_at: number | null;
  category_id: number | null;
  /** 1 if new events wait for an editor. */
  queues: number;
  /** 1 if events that it has no more go to the trash. */
  prunes: number;
  /** Only if at most one in so many is missing. */
  shrink_limit: number;
  /** JSON of what the columns of a spreadsheet say, by their headings; '' for what these tell. */
  columns: Generated<string>;
  /** The order of day and month in a spreadsheet; '' for what its columns tell. */
  date_order: Generated<'' | 'dmy' | 'mdy'>;
  /** How many were missing when somebody decided that they stay. */
  left_missing: Generated<number>;
  /** How often it has failed in a row. */
  failures: Generated<number>;
  /** JSON of what tells whether its document has changed, see transfer/sites/visitor.ts; '' for nothing. */
  validators: Generated<string>;
  created_at: number;
}

export type ReadingState = 'waiting' | 'running' | 'done' | 'failed';

/** A reading of a source. One at a time is running; one without a source is an import by the command. */
interface ReadingsTable {
  id: Generated<number>;
  source_id: number | null;
  state: ReadingState;
  /** 1 if it only tells what it would do. */
  dry: number;
  /** How many missing events somebody has agreed to move to the trash. */
  accepts: number;
  /** Who has asked for it; null if it was due. */
  by_id: number | null;
  created_at: number;
  started_at: number | null;
  /** When its process was last seen. */
  beat_at: number | null;
  ended_at: number | null;
  /** JSON of how far it is. */
  progress: Generated<string>;
  /** The events that it has found are those created, changed, the same and left out. */
  found: Generated<number>;
  created: Generated<number>;
  changed: Generated<number>;
  same: Generated<number>;
  left_out: Generated<number>;
  /** Events that the source has no more, and that are here. */
  missing: Generated<number>;
  /** 1 if the document was the same as before. */
  not_modified: Generated<number>;
  /** JSON. */
  report: Generated<string>;
  error: Generated<string>;
  /** The action under which the history keeps what it has written. */
  batch: Generated<string>;
}

/** The source of an imported record, and a fingerprint of what was read. */
interface ImportedTable {
  type: KindName;
  /** The record's identity at its source: a global id, an image's address, a term's address. */
  source: string;
  local_id: number;
  /** Hash of what was read. If it is unchanged, there is nothing to import. */
  fingerprint: string;
  /** `modified_at` of the local record after the import; null if the record existed before and is only linked. */
  modified_at: number | null;
}

/** A public address that a record had: at the site from which it was imported, or here under a former slug. */
interface FormerAddressesTable {
  /** See records/path-key.ts. */
  path: string;
  /** Host and path of the site; '' for this one. */
  site: string;
  type: VersionedType;
  record_id: number;
}

/** The slug of a record in another language. It follows from its translations; records in the trash have none. */
interface TranslatedSlugsTable {
  type: VersionedType;
  slug: string;
  record_id: number;
  /** The first language in which the record has this slug. */
  language: string;
  /** 1 if only drafts of translations have it: it is taken, and leads nowhere. */
  is_draft: number;
}

/** An occurrence that its series no longer has. If it comes back, it gets its id and what was its own. */
interface VanishedOccurrencesTable {
  series_id: number;
  recurrence_id: string;
  id: number;
  /** JSON of the row and links of an occurrence with members of its own; null for others. */
  own: string | null;
}

/** An idempotency key with the stored answer. */
interface IdempotencyKeysTable {
  user_id: number;
  key: string;
  /** Digest of the request. */
  fingerprint: string;
  /** What was created. */
  type: RecordType | 'term';
  /** JSON: { status, headers, body }; '' until the transaction that has claimed the key ends. */
  answer: string;
  created_at: number;
}

export type VersionOperation = 'create' | 'update' | 'trash' | 'restore' | 'delete';

/** A change of a record, with its former values. */
interface VersionsTable {
  id: Generated<number>;
  type: VersionedType;
  record_id: number;
  operation: VersionOperation;
  at: number;
  /** JSON of an Actor, see records/versions/actor.ts. */
  actor: string;
  /** JSON list of the columns that were changed. */
  changed: string;
  /** The image in `former`. */
  image_id: number | null;
  /** JSON of the columns' former values; null if the record did not exist. */
  former: string | null;
  /** The action of somebody at /admin of which the change is a part. */
  batch: string | null;
}

/** A change of a setting of the site. */
interface SiteSettingsTable {
  id: Generated<number>;
  setting: string;
  /** null: the setting was removed. */
  value: string | null;
  /** 1 if a start was told the value, which comes after other sources. */
  is_remembered: number;
  at: number;
  /** JSON of a SettingActor, see site/settings-store.ts. */
  actor: string;
}

export type EventRow = Selectable<EventsTable>;
export type VenueRow = Selectable<VenuesTable>;
export type OrganizerRow = Selectable<OrganizersTable>;
export type ImageRow = Selectable<ImagesTable>;
export type TermRow = Selectable<TermsTable>;
export type UserRow = Selectable<UsersTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type SourceRow = Selectable<SourcesTable>;
export type ReadingRow = Selectable<ReadingsTable>;
export type SessionRow = Selectable<SessionsTable>;
export type PasskeyRow = Selectable<PasskeysTable>;
export type SecretLinkRow = Selectable<SecretLinksTable>;
export type IdempotencyKeyRow = Selectable<IdempotencyKeysTable>;
/** The columns that rules about publishing and rights use. */
export type PublishedRow = Selectable<PublishedColumns>;
/** A record without its search text, which only searches read. */
export type Untokenized<Row extends { search_text: string }> = Omit<Row, 'search_text'>;

/** A row together with its picture. */
export type WithImage<Row> = Row & { image: ImageRow | undefined };
