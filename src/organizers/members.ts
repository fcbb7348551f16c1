import {
  contactMembers,
  identityMembers,
  unshownContactColumns,
  websiteMember,
} from '../contacts/members.ts';
import type { OrganizerRow, WithImage } from '../db/tables.ts';
import { answerWords as words } from '../i18n/messages.ts';
import type { ColumnOf, DeclaredMembers, ImportedName } from '../records/members.ts';
import { plainMembers } from '../records/plain-fields.ts';
import { structuredDataMember } from '../records/published-members.ts';
import { languageMembers } from '../records/translations/members.ts';
import { mayEdit } from '../users/rights.ts';
import { email, phone, translatedColumns } from './plain-fields.ts';

export type OrganizerRecord = WithImage<OrganizerRow>;

const declared = {
  ...contactMembers('organizer', words.organizer_name),
  ...plainMembers(phone),
  website: websiteMember,
  ...plainMembers(email),
  ...languageMembers<OrganizerRecord>(translatedColumns, mayEdit),
  json_ld: structuredDataMember('organizer'),
  ...identityMembers,
} as const satisfies DeclaredMembers<OrganizerRecord>;

/** The members of an organizer, in the order of answers. */
export const organizerMembers: DeclaredMembers<OrganizerRecord> = declared;

export type ImportedOrganizerMember = ImportedName<typeof declared>;

/** A column that is neither here nor a member's does not compile. */
export const unshownOrganizerColumns = unshownContactColumns satisfies Record<
  Exclude<keyof OrganizerRow, ColumnOf<typeof declared>>,
  string | false
>;
