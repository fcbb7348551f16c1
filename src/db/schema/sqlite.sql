-- The schema of the embedded store. `npm run schema` writes this file.

-- Accounts.
create table users (
  id integer primary key autoincrement,
  login text not null,
  email text,
  role text not null,
  created_at bigint not null,
  name text not null default '',
  language text not null default '',
  password_hash text,
  totp_secret text,
  totp_step bigint not null default 0,
  recovery_codes text not null default '',
  refused integer not null default 0,
  limits text not null default '',
  signed_in_at bigint,
  removed_at bigint,
  proposal_mail text not null default 'daily',
  decision_mail text not null default 'at_once',
  source_mail text not null default 'at_once'
);
create unique index users_email on users (lower(email));
create unique index users_login on users (lower(login));
create trigger users_tell_delete after delete on users begin
  insert into changes (type, record_id, at)
  values ('user', old.id, unixepoch());
end;
create trigger users_tell_insert after insert on users begin
  insert into changes (type, record_id, at)
  values ('user', new.id, unixepoch());
end;
create trigger users_tell_update after update on users begin
  insert into changes (type, record_id, at)
  values ('user', new.id, unixepoch());
end;

-- Application passwords of accounts, as hashes.
create table app_passwords (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  hash text not null,
  created_at bigint not null,
  last_used_at bigint,
  scope text not null default 'administer',
  expires_at bigint,
  last_used_from text,
  replaced_by bigint,
  unique (hash)
);
create index app_passwords_user on app_passwords (user_id);
create trigger app_passwords_tell_delete after delete on app_passwords begin
  insert into changes (type, record_id, at)
  values ('user', old.user_id, unixepoch());
end;
create trigger app_passwords_tell_insert after insert on app_passwords begin
  insert into changes (type, record_id, at)
  values ('user', new.user_id, unixepoch());
end;
create trigger app_passwords_tell_update after update of user_id, hash on app_passwords begin
  insert into changes (type, record_id, at)
  values ('user', new.user_id, unixepoch());
end;

-- Browsers that have signed in at /admin, with hashes of their tokens.
create table sessions (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  hash text not null,
  role text not null,
  device text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  last_used_from text not null,
  factors integer not null default 1,
  unique (hash)
);
create index sessions_user on sessions (user_id);

-- Links and codes that work once, as hashes: an invitation, a forgotten password.
create table secret_links (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null,
  hash text not null,
  code_hash text,
  attempts integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  unique (hash)
);
create index secret_links_user on secret_links (user_id);

-- Passkeys of accounts: public keys.
create table passkeys (
  id integer primary key autoincrement,
  user_id bigint not null references users (id) on delete cascade,
  credential text not null,
  public_key text not null,
  algorithm integer not null,
  uses bigint not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint,
  backed_up integer not null default 0,
  unique (credential)
);
create index passkeys_user on passkeys (user_id);

-- Challenges that a passkey has answered, for a day: each counts once.
create table used_challenges (
  challenge text primary key not null,
  expires_at bigint not null
);

-- Mails that wait to be sent; sent ones for a day, those that were given up for a month.
create table outbox (
  id integer primary key autoincrement,
  user_id bigint references users (id) on delete cascade,
  address text not null,
  name text not null,
  language text not null,
  notice text not null,
  data text not null,
  path text not null,
  merge_key text,
  created_at bigint not null,
  due_at bigint not null,
  claimed_until bigint not null default 0,
  attempts integer not null default 0,
  revision integer not null default 0,
  sent_at bigint,
  failed_at bigint,
  error text not null default '',
  unique (merge_key)
);
create index outbox_due on outbox (due_at) where sent_at is null and failed_at is null;
create index outbox_user on outbox (user_id);

-- Which mails addresses without an account want no more, as hashes of these.
create table unwanted_mail (
  recipient text not null,
  topic text not null,
  primary key (recipient, topic)
);

-- What happened to accounts, sessions, rights and settings.
create table security_log (
  id integer primary key autoincrement,
  at bigint not null,
  what text not null,
  user_id bigint,
  login text not null,
  address text not null,
  actor text not null,
  details text not null,
  times integer not null default 1
);
create index security_log_at on security_log (at);

-- Keys of requests that create something, with the answers that a repeated request gets.
create table idempotency_keys (
  user_id bigint not null references users (id) on delete cascade,
  "key" text not null,
  fingerprint text not null,
  type text not null,
  answer text not null,
  created_at bigint not null,
  primary key (user_id, "key")
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The ids of events, venues, organizers and images, which share one sequence and are never used again.
create table records (
  id integer primary key autoincrement,
  type text not null,
  created text
);

-- Images; their files are in DATA_DIR/images.
create table images (
  id bigint primary key references records (id),
  author_id bigint not null references users (id),
  file text not null,
  extension text not null,
  mime text not null,
  width integer not null,
  height integer not null,
  filesize bigint not null,
  sizes text not null,
  source_url text,
  created_at bigint not null,
  alt_text text not null default '',
  language text not null default '',
  translations text not null default '',
  focal_point text not null default '',
  credit text not null default '',
  license text not null default '',
  former_of bigint,
  unique (file)
);
create index images_former on images (former_of, id);
create index images_source on images (source_url);
create trigger images_tell_delete after delete on images begin
  insert into changes (type, record_id, at)
  values ('image', old.id, unixepoch());
end;
create trigger images_tell_insert after insert on images begin
  insert into changes (type, record_id, at)
  values ('image', new.id, unixepoch());
end;
create trigger images_tell_update after update on images begin
  insert into changes (type, record_id, at)
  values ('image', new.id, unixepoch());
end;

-- Events: those that happen once, series (with a recurrence) and their occurrences (with a series_id).
create table events (
  id bigint primary key references records (id),
  author_id bigint not null references users (id),
  status text not null,
  status_before_trash text,
  slug text,
  description text not null,
  search_text text not null,
  image_id bigint references images (id),
  date_at bigint not null,
  date_floats integer not null,
  modified_at bigint not null,
  title text not null,
  excerpt text not null,
  all_day integer not null,
  start_date text not null,
  end_date text not null,
  start_at bigint not null,
  end_at bigint not null,
  timezone text not null,
  timezone_abbr text not null,
  cost text,
  website text,
  show_map integer not null,
  show_map_link integer not null,
  hide_from_listings integer not null,
  sticky integer not null,
  featured integer not null,
  password_hash text,
  is_virtual integer not null default 0,
  virtual_url text not null default '',
  virtual_video_source text not null default '',
  event_status text not null default 'scheduled',
  status_reason text not null default '',
  currency_code text not null default '',
  uid text,
  sequence integer not null default 0,
  custom_fields text not null default '',
  recurrence text not null default '',
  series_id bigint,
  recurrence_id text,
  own_members text not null default '',
  language text not null default '',
  translated text not null default '',
  translations text not null default '',
  ticket_url text not null default '',
  availability text not null default ''
);
create index events_all_day on events (id) where all_day = 1;
create index events_author on events (author_id);
create index events_due on events (date_at) where status = 'future';
create index events_end on events (status, hide_from_listings, end_at) where recurrence = '';
create index events_exceptions on events (series_id, recurrence_id, id) where own_members <> '';
create index events_image on events (image_id) where image_id is not null;
create index events_listed on events (status, hide_from_listings, start_at, date_at, id, end_at, series_id) where recurrence = '';
create index events_occurrences on events (series_id, start_at, date_at, id, end_at, status, hide_from_listings, password_hash) where series_id is not null;
create index events_protected on events (id) where password_hash is not null;
create index events_recurrence on events (id) where recurrence <> '';
create unique index events_series on events (series_id, recurrence_id) where series_id is not null;
create index events_series_starts on events (start_at) where recurrence <> '';
create unique index events_slug on events (slug);
create index events_translated on events (id) where translated <> '';
create index events_trash on events (status, id, modified_at) where status = 'trash' and (series_id is null or own_members <> '');
create trigger events_tell_delete after delete on events begin
  insert into changes (type, record_id, at)
  values ('event', old.id, unixepoch());
end;
create trigger events_tell_insert after insert on events begin
  insert into changes (type, record_id, at)
  values ('event', new.id, unixepoch());
end;
create trigger events_tell_update after update on events begin
  insert into changes (type, record_id, at)
  values ('event', new.id, unixepoch());
end;

-- Changes of published events that wait, each of one account.
create table pending_edits (
  id integer primary key autoincrement,
  event_id bigint not null references events (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  base text not null,
  members text not null,
  image_id bigint,
  saved_at bigint not null,
  submitted_at bigint,
  note text not null,
  revision integer not null,
  discarded_at bigint,
  decision text not null default '',
  imported text not null default '',
  unique (event_id, user_id)
);
create index pending_edits_submitted on pending_edits (submitted_at) where submitted_at is not null;
create index pending_edits_user on pending_edits (user_id);

-- What people without an account propose, and hashes of their private links, until 30 days after the event.
create table public_proposals (
  id integer primary key autoincrement,
  hash text not null,
  state text not null,
  typed text not null,
  name text not null,
  email text not null,
  language text not null,
  client text not null,
  code_hash text not null,
  code_at bigint not null,
  attempts integer not null,
  created_at bigint not null,
  sent_at bigint not null,
  start_at bigint not null,
  end_at bigint not null,
  event_id bigint references events (id) on delete set null,
  note text not null,
  revision integer not null,
  unique (hash)
);
create index public_proposals_created on public_proposals (created_at);
create index public_proposals_event on public_proposals (event_id);
create index public_proposals_waiting on public_proposals (start_at) where state = 'waits';

-- Who has opened the form of which event.
create table open_forms (
  event_id bigint not null references events (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  at bigint not null,
  primary key (event_id, user_id)
);
create index open_forms_user on open_forms (user_id);

-- Ids of occurrences whose dates a series lost: they return with the date.
create table vanished_occurrences (
  series_id bigint not null,
  recurrence_id text not null,
  id bigint not null,
  own text,
  primary key (series_id, recurrence_id),
  unique (id)
);

-- Venues.
create table venues (
  id bigint primary key references records (id),
  author_id bigint not null references users (id),
  status text not null,
  status_before_trash text,
  slug text,
  description text not null,
  search_text text not null,
  image_id bigint references images (id),
  date_at bigint not null,
  date_floats integer not null,
  modified_at bigint not null,
  name text not null,
  folded_name text not null,
  website text not null,
  phone text not null,
  address text not null,
  city text not null,
  country text not null,
  province text not null,
  state text not null,
  zip text not null,
  stateprovince text,
  show_map integer not null,
  show_map_link integer not null,
  geo_lat double precision,
  geo_lng double precision,
  match_key text,
  language text not null default '',
  translated text not null default '',
  translations text not null default ''
);
create index venues_author on venues (author_id);
create index venues_date on venues (status, date_at, id);
create index venues_due on venues (date_at) where status = 'future';
create index venues_image on venues (image_id) where image_id is not null;
create index venues_match on venues (match_key) where match_key is not null;
create index venues_name on venues (folded_name);
create unique index venues_slug on venues (slug);
create index venues_trash on venues (status, id, modified_at) where status = 'trash';
create trigger venues_places_delete after delete on venues begin
  delete from venues_places where id = old.id;
end;
create trigger venues_places_insert after insert on venues when new.geo_lat is not null and new.geo_lng is not null begin
  insert into venues_places values (new.id, new.geo_lat, new.geo_lat, new.geo_lng, new.geo_lng);
end;
create trigger venues_places_update after update of geo_lat, geo_lng on venues begin
  delete from venues_places where id = old.id;
  insert into venues_places select new.id, new.geo_lat, new.geo_lat, new.geo_lng, new.geo_lng where new.geo_lat is not null and new.geo_lng is not null;
end;
create trigger venues_tell_delete after delete on venues begin
  insert into changes (type, record_id, at)
  values ('venue', old.id, unixepoch());
end;
create trigger venues_tell_insert after insert on venues begin
  insert into changes (type, record_id, at)
  values ('venue', new.id, unixepoch());
end;
create trigger venues_tell_update after update on venues begin
  insert into changes (type, record_id, at)
  values ('venue', new.id, unixepoch());
end;

create virtual table venues_places using rtree (id, min_lat, max_lat, min_lng, max_lng);

-- Organizers.
create table organizers (
  id bigint primary key references records (id),
  author_id bigint not null references users (id),
  status text not null,
  status_before_trash text,
  slug text,
  description text not null,
  search_text text not null,
  image_id bigint references images (id),
  date_at bigint not null,
  date_floats integer not null,
  modified_at bigint not null,
  name text not null,
  folded_name text not null,
  website text not null,
  phone text not null,
  email text not null,
  match_key text,
  language text not null default '',
  translated text not null default '',
  translations text not null default ''
);
create index organizers_author on organizers (author_id);
create index organizers_date on organizers (status, date_at, id);
create index organizers_due on organizers (date_at) where status = 'future';
create index organizers_image on organizers (image_id) where image_id is not null;
create index organizers_match on organizers (match_key) where match_key is not null;
create index organizers_name on organizers (folded_name);
create unique index organizers_slug on organizers (slug);
create index organizers_trash on organizers (status, id, modified_at) where status = 'trash';
create trigger organizers_tell_delete after delete on organizers begin
  insert into changes (type, record_id, at)
  values ('organizer', old.id, unixepoch());
end;
create trigger organizers_tell_insert after insert on organizers begin
  insert into changes (type, record_id, at)
  values ('organizer', new.id, unixepoch());
end;
create trigger organizers_tell_update after update on organizers begin
  insert into changes (type, record_id, at)
  values ('organizer', new.id, unixepoch());
end;

-- Categories and tags.
create table terms (
  id integer primary key autoincrement,
  taxonomy text not null,
  name text not null,
  lower_name text not null,
  sort_name text not null,
  slug text not null,
  description text not null,
  parent bigint not null,
  count integer not null,
  language text not null default '',
  translated text not null default '',
  translations text not null default '',
  color text not null default ''
);
create index terms_name on terms (taxonomy, lower_name);
create index terms_parent on terms (parent);
create unique index terms_slug on terms (taxonomy, slug);
create trigger terms_tell_delete after delete on terms begin
  insert into changes (type, record_id, at)
  values ('term', old.id, unixepoch());
end;
create trigger terms_tell_insert after insert on terms begin
  insert into changes (type, record_id, at)
  values ('term', new.id, unixepoch());
end;
create trigger terms_tell_update after update on terms begin
  insert into changes (type, record_id, at)
  values ('term', new.id, unixepoch());
end;

-- Addresses and files from which events come; the files are in DATA_DIR/sources.
create table sources (
  id integer primary key autoincrement,
  owner_id bigint references users (id) on delete set null,
  name text not null,
  address text not null,
  file text not null,
  file_name text not null,
  every text not null,
  due_at bigint,
  category_id bigint references terms (id) on delete set null,
  queues integer not null,
  prunes integer not null,
  shrink_limit integer not null,
  columns text not null default '',
  date_order text not null default '',
  left_missing integer not null default 0,
  failures integer not null default 0,
  validators text not null default '',
  created_at bigint not null
);
create index sources_category on sources (category_id);
create index sources_due on sources (due_at) where due_at is not null;
create index sources_owner on sources (owner_id);

-- Readings of sources: the last 50 of each, with their reports.
create table readings (
  id integer primary key autoincrement,
  source_id bigint references sources (id) on delete cascade,
  state text not null,
  dry integer not null,
  accepts integer not null,
  by_id bigint references users (id) on delete set null,
  created_at bigint not null,
  started_at bigint,
  beat_at bigint,
  ended_at bigint,
  progress text not null default '',
  found integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  left_out integer not null default 0,
  missing integer not null default 0,
  not_modified integer not null default 0,
  report text not null default '',
  error text not null default '',
  batch text not null default ''
);
create index readings_by on readings (by_id);
create unique index readings_running on readings (state) where state = 'running';
create index readings_source on readings (source_id, id);
create index readings_waiting on readings (id) where state = 'waiting';

-- The venues of events, in order.
create table event_venues (
  event_id bigint not null references events (id),
  venue_id bigint not null references venues (id),
  position integer not null,
  primary key (event_id, venue_id)
);
create index event_venues_venue on event_venues (venue_id, event_id);
create trigger event_venues_tell_delete after delete on event_venues begin
  insert into changes (type, record_id, at)
  values ('event', old.event_id, unixepoch());
end;

-- The organizers of events, in order.
create table event_organizers (
  event_id bigint not null references events (id),
  organizer_id bigint not null references organizers (id),
  position integer not null,
  primary key (event_id, organizer_id)
);
create index event_organizers_organizer on event_organizers (organizer_id, event_id);
create trigger event_organizers_tell_delete after delete on event_organizers begin
  insert into changes (type, record_id, at)
  values ('event', old.event_id, unixepoch());
end;

-- The categories and tags of events.
create table event_terms (
  event_id bigint not null references events (id),
  term_id bigint not null references terms (id),
  primary key (event_id, term_id)
);
create index event_terms_term on event_terms (term_id, event_id);

-- Slugs of translations.
create table translated_slugs (
  type text not null,
  slug text not null,
  record_id bigint not null,
  language text not null,
  is_draft integer not null,
  primary key (type, slug),
  unique (type, record_id, language)
);

-- History: the former values of what a change touched.
create table versions (
  id integer primary key autoincrement,
  type text not null,
  record_id bigint not null,
  operation text not null,
  at bigint not null,
  actor text not null,
  changed text not null,
  image_id bigint,
  former text,
  batch text
);
create index versions_batch on versions (batch) where batch is not null;
create index versions_image on versions (image_id) where image_id is not null;
create index versions_record on versions (type, record_id, id);

-- The change log, written by triggers, from which each process learns what to read again.
create table changes (
  id integer primary key autoincrement,
  type text not null,
  record_id bigint not null,
  at bigint not null
);

-- Addresses of pages that records had before, which redirect.
create table former_addresses (
  path text primary key,
  site text not null,
  type text not null,
  record_id bigint not null
);
create index former_addresses_record on former_addresses (record_id, type);

-- Where imported records came from, with a hash of what was read.
create table imported (
  type text not null,
  source text not null,
  local_id bigint not null,
  fingerprint text not null,
  modified_at bigint,
  primary key (type, source)
);
create index imported_local on imported (type, local_id);

-- What the service remembers of the store.
create table settings (
  name text primary key,
  value text not null
);

-- Settings of the site that were changed in the store, with their history: the last row of each counts.
create table site_settings (
  id integer primary key autoincrement,
  setting text not null,
  value text,
  is_remembered integer not null,
  at bigint not null,
  actor text not null
);
create index site_settings_setting on site_settings (setting, id);

-- The migrations that were taken.
create table kysely_migration (
  name varchar(255) primary key not null,
  "timestamp" varchar(255) not null
);
