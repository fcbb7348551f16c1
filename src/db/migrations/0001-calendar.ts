import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The calendar: records with their links, terms, accounts and where imported records came from. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const parts = [accounts, images, events, contacts, links, terms, imported];
  for (const statement of parts.flatMap(part => part(dialect))) await sql.raw(statement).execute(db);
}

const accounts = ({ identity, text }: Dialect): string[] => [
  `create table users (
      id ${identity},
      login ${text} not null,
      email ${text},
      role ${text} not null,
      created_at bigint not null
    )`,
  'create unique index users_login on users (lower(login))',
  'create unique index users_email on users (lower(email))',
  `create table app_passwords (
      id ${identity},
      user_id bigint not null references users (id) on delete cascade,
      name ${text} not null,
      hash ${text} not null unique,
      created_at bigint not null,
      last_used_at bigint
    )`,
  'create index app_passwords_user on app_passwords (user_id)',
  `create table records (id ${identity}, type ${text} not null)`,
];

const images = ({ text }: Dialect): string[] => [
  `create table images (
      id bigint primary key references records (id),
      author_id bigint not null references users (id),
      file ${text} not null unique,
      extension ${text} not null,
      mime ${text} not null,
      width integer not null,
      height integer not null,
      filesize bigint not null,
      sizes ${text} not null,
      source_url ${text},
      created_at bigint not null
    )`,
  'create index images_source on images (source_url)',
];

const events = ({ text }: Dialect): string[] => [
  `create table events (${published(text)},
      title ${text} not null,
      excerpt ${text} not null,
      all_day integer not null,
      start_date ${text} not null,
      end_date ${text} not null,
      start_at bigint not null,
      end_at bigint not null,
      timezone ${text} not null,
      timezone_abbr ${text} not null,
      cost ${text},
      website ${text},
      show_map integer not null,
      show_map_link integer not null,
      hide_from_listings integer not null,
      sticky integer not null,
      featured integer not null,
      password_hash ${text}
    )`,
  'create unique index events_slug on events (slug)',
  'create index events_start on events (status, hide_from_listings, start_at, date_at, id, end_at)',
  'create index events_end on events (status, hide_from_listings, end_at)',
  'create index events_author on events (author_id)',
  'create index events_protected on events (id) where password_hash is not null',
];

const contacts = ({ text }: Dialect): string[] => [
  `create table venues (${named(text)},
      address ${text} not null,
      city ${text} not null,
      country ${text} not null,
      province ${text} not null,
      state ${text} not null,
      zip ${text} not null,
      stateprovince ${text},
      show_map integer not null,
      show_map_link integer not null,
      geo_lat double precision,
      geo_lng double precision
    )`,
  `create table organizers (${named(text)}, email ${text} not null)`,
  ...['venues', 'organizers'].flatMap(table => [
    `create unique index ${table}_slug on ${table} (slug)`,
    `create index ${table}_name on ${table} (folded_name)`,
    `create index ${table}_date on ${table} (status, date_at, id)`,
    `create index ${table}_author on ${table} (author_id)`,
  ]),
  ...['events', 'venues', 'organizers'].map(
    table => `create index ${table}_due on ${table} (date_at) where status = 'future'`,
  ),
];

const links = (): string[] => [
  ...['venue', 'organizer'].flatMap(type => [
    `create table event_${type}s (
        event_id bigint not null references events (id),
        ${type}_id bigint not null references ${type}s (id),
        position integer not null,
        primary key (event_id, ${type}_id)
      )`,
    `create index event_${type}s_${type} on event_${type}s (${type}_id, event_id)`,
  ]),
];

const terms = ({ identity, text }: Dialect): string[] => [
  `create table terms (
      id ${identity},
      taxonomy ${text} not null,
      name ${text} not null,
      lower_name ${text} not null,
      sort_name ${text} not null,
      slug ${text} not null,
      description ${text} not null,
      parent bigint not null,
      count integer not null
    )`,
  'create unique index terms_slug on terms (taxonomy, slug)',
  'create index terms_name on terms (taxonomy, lower_name)',
  'create index terms_parent on terms (parent)',
  `create table event_terms (
      event_id bigint not null references events (id),
      term_id bigint not null references terms (id),
      primary key (event_id, term_id)
    )`,
  'create index event_terms_term on event_terms (term_id, event_id)',
];

const imported = ({ text }: Dialect): string[] => [
  `create table imported (
      type ${text} not null,
      source ${text} not null,
      local_id bigint not null,
      fingerprint ${text} not null,
      modified_at bigint,
      primary key (type, source)
    )`,
  'create index imported_local on imported (type, local_id)',
  `create table settings (name ${text} primary key, value ${text} not null)`,
];

/** The columns of events, venues and organizers. */
const published = (text: string): string => `
    id bigint primary key references records (id),
    author_id bigint not null references users (id),
    status ${text} not null,
    status_before_trash ${text},
    slug ${text},
    description ${text} not null,
    search_text ${text} not null,
    image_id bigint references images (id),
    date_at bigint not null,
    date_floats integer not null,
    modified_at bigint not null`;

/** The columns of venues and organizers. */
const named = (text: string): string => `${published(text)},
    name ${text} not null,
    folded_name ${text} not null,
    website ${text} not null,
    phone ${text} not null`;
