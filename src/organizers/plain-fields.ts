import { answerWords, organizerWords } from '../i18n/messages.ts';
import { lineField } from '../records/fields.ts';
import { line, type PlainColumns } from '../records/plain-fields.ts';

type OrganizerFieldName = keyof typeof organizerWords & keyof typeof answerWords;

const optionalLine = (name: OrganizerFieldName) =>
  line(answerWords[name], lineField(organizerWords[name]), true);

/** The plain lines of an organizer: one argument, one column and one member each. The website comes between them. */
export const phone = { phone: optionalLine('phone') };
export const email = { email: optionalLine('email') };

export const plainOrganizerFields = { ...phone, ...email };

declare module '../db/tables.ts' {
  interface OrganizersTable extends PlainColumns<typeof plainOrganizerFields> {}
}

/** The texts of an organizer that have translations: their columns, by the names of their members. */
export const translatedColumns = { organizer: 'name', description: 'description', slug: 'slug' } as const;
