import type { Translations } from '../i18n/language.ts';
import type { JsonSchema } from '../input/schemas.ts';
import { type Member, type Members, show } from './members.ts';
import type { View } from './view.ts';

/** A member that shows linked records. Their JSON is cached and shared by all records that embed them. */
export interface LinkedMember<Row> extends Member<Row> {
  readonly members: Members<object>;
  /** Whether a single record is shown without a list around it; none or several are a list. */
  readonly isAlone: boolean;
  records(row: Row): readonly object[];
}

export const linkedMember = <Row, Linked extends object>(
  schema: JsonSchema,
  words: Translations,
  members: Members<Linked>,
  records: (row: Row) => readonly Linked[],
  isAlone = false,
): LinkedMember<Row> => ({
  ...{ schema, words, members, records, isAlone },
  of(row: Row, view: View) {
    const embedded = embeddedIn(view);
    const all = records(row).map(linked => show(members, linked, embedded));
    return isAlone && all.length === 1 ? all[0] : all;
  },
});

/** The view of linked records: who edits a record reads the translations of others by themselves. */
export const embeddedIn = (view: View): View =>
  view.showsTranslations ? { ...view, showsTranslations: false } : view;

export const isLinked = <Row>(member: Member<Row>): member is LinkedMember<Row> => 'records' in member;
