import { MissingParameters } from '../../errors.ts';
import { KINDS, type LinkedType } from '../../kinds.ts';
import { changeList, pictureOf, shortened } from '../events/changes.ts';
import { keepIn, newKeep } from '../events/form.ts';
import { historyPageOf } from '../events/history.ts';
import { describeImage, findImage, isEdited, picturesOf, sentPicture } from '../events/image.ts';
import { merge } from '../events/merge.ts';
import { type ImageValues, imageValues } from '../events/record.ts';
import { write } from '../events/update.ts';
import { jsonIn, type SentForm } from '../form.ts';
import { type AdminAnswer, type AdminCall, type AdminPage, withLabel } from '../page.ts';
import { problemPage } from '../problems.ts';
import { formPath } from '../surface.ts';
import { formPage, type RecordForm } from './form.ts';
import {
  blank,
  fieldsOf,
  membersOf,
  type RecordValues,
  type ShownRecord,
  sentValues,
  valuesOf,
} from './kinds.ts';
import { pointIn } from './point.ts';
import {
  categoryTree,
  findRecord,
  kindIn,
  labelOf,
  listAddress,
  namesake,
  type OpenedRecord,
  pathOf,
  subtreeIds,
} from './record.ts';

type RecordErrors = Readonly<Record<string, string>>;

export const newRecordPage: AdminPage = {
  async show(call) {
    const kind = kindIn(call);
    const opened = blank(kind);
    return formPage({ call, kind, opened, values: opened, errors: {}, keep: newKeep(call, 'new', kind) });
  },
  async act(call, form) {
    const kind = kindIn(call);
    const sent = await sentBy(call, kind, form, blank(kind));
    const { values } = sent;
    const again = (errors: RecordErrors) => formAgain({ ...sent, call, kind, opened: blank(kind), errors });
    if (isEdited(form.values)) return again({});
    const errors = { ...sent.errors, ...(await wrongIn(call, kind, values)) };
    // The interface would change the one that there is.
    const known =
      values.name !== '' && KINDS[kind].isPublished ? await namesake(call, kind, values.name!) : undefined;
    if (known || Object.keys(errors).length > 0) return again({ ...errors, ...(known && { name: known }) });
    const untold = await described(call, values, blank(kind));
    if (untold) return again(untold);
    const made = await call.ask('POST', pathOf(kind), membersOf(kind, values, blank(kind)));
    if (made.refused) return again(atFields(call, kind, made.refused));
    const { id } = made.body as ShownRecord;
    return { to: formPath(call, kind, id), notice: { done: 'saved', kept: sent.keep } };
  },
};

export const recordPage: AdminPage = {
  async show(call) {
    const found = await findRecord(call);
    if (!('record' in found)) return found;
    const { kind, record } = found;
    const opened = valuesOf(kind, record);
    const own = imageValues(record.image && (await findImage(call, record.image.id)));
    const values = record.image ? { ...opened, alt_text: own.alt_text } : opened;
    const keep = newKeep(call, record.id, kind);
    return formPage({
      ...{ call, kind, found, values, keep, errors: {} },
      opened: values,
      image: record.image,
    });
  },
  async act(call, form) {
    if (form.values.do === 'trash') return remove(call);
    if (!form.file && fieldsOf(kindIn(call)).every(([name]) => form.values[name] === undefined))
      throw new MissingParameters(['name']);
    // Somebody else may change it between the reading and the writing: then both are done once more.
    for (let attempt = 0; ; attempt++) {
      const found = await findRecord(call);
      if (!('record' in found)) return found;
      const answer = await update(call, found, form, attempt > 2);
      if (answer) return answer;
    }
  },
};

/** The changes of a venue, an organizer, a category or a tag. */
export const recordHistoryPage = historyPageOf<RecordValues>(async call => {
  const found = await findRecord(call);
  if (!('record' in found)) return found;
  const { kind, record, name: title } = found;
  return {
    ...{ kind, id: record.id, title, section: KINDS[kind].collection, now: valuesOf(kind, record) },
    form: formPath(call, kind, record.id),
    valuesOf: state => valuesOf(kind, state as ShownRecord),
    async changesOf(before, after) {
      const pictures = await picturesOf(call, [before, after]);
      const shown = (name: string, value = '') =>
        name === 'image' && value ? (pictureOf(value, { pictures }) ?? `#${value}`) : shortened(value);
      return changeList(
        call,
        fieldsOf(kind)
          .filter(([name]) => before[name] !== after[name])
          .map(([name]) => ({
            ...{ label: labelOf(name, call), was: shown(name, before[name]), is: shown(name, after[name]) },
          })),
      );
    },
  };
});

/** Puts a record into the trash, or deletes a term. */
async function remove(call: AdminCall): Promise<AdminAnswer> {
  const kind = kindIn(call);
  const { refused } = await call.ask('DELETE', pathOf(kind, call.parameters.id));
  if (refused) return problemPage(400, call);
  const done = KINDS[kind].isPublished ? 'event_trashed' : 'record_deleted';
  return { to: listAddress(call, kind), notice: { done } };
}

/** Reads the form. */
async function sentBy(call: AdminCall, kind: LinkedType, form: SentForm, opened: RecordValues) {
  const typed = sentValues(kind, form.values, opened);
  const { values, error } = await sentPicture(call, form);
  return {
    values: { ...typed, ...('image' in typed && values) } as RecordValues,
    errors: (error === undefined ? {} : { image: error }) as RecordErrors,
    keep: keepIn(form) ?? newKeep(call, 'new', kind),
  };
}

/** Writes what the form changes. @returns undefined if it must be done once more */
async function update(
  call: AdminCall,
  found: OpenedRecord,
  form: SentForm,
  isLast: boolean,
): Promise<AdminAnswer | undefined> {
  const { kind, record, state } = found;
  const stored = record.image && (await findImage(call, record.image.id));
  const theirs = { ...valuesOf(kind, record), ...(stored && { alt_text: imageValues(stored).alt_text }) };
  const before = { ...theirs, ...(jsonIn(form.values.opened) as RecordValues | undefined) };
  const opened = sentValues(kind, before, theirs);
  const sent = await sentBy(call, kind, form, opened);
  const { values, conflicts } = merge(sent.values, opened, theirs, call);
  const again = (errors: RecordErrors) =>
    formAgain({ ...{ call, kind, found, values, keep: sent.keep, errors }, opened: theirs });
  if (isEdited(form.values)) return again({});
  const errors = {
    ...sent.errors,
    ...conflicts,
    ...(await wrongIn(call, kind, values, record.id)),
  } as RecordErrors;
  if (Object.keys(errors).length > 0) return again(errors);
  const untold = await described(call, values, theirs);
  if (untold) return again(untold);
  const members = membersOf(kind, values, theirs);
  if (Object.keys(members).length > 0) {
    const written = await write(call, pathOf(kind, record.id), members, isLast ? undefined : state);
    if (!written) return undefined;
    if (written.refused) return again(atFields(call, kind, written.refused));
  }
  return { to: formPath(call, kind, record.id), notice: { done: 'saved', kept: sent.keep } };
}

const formAgain = async (form: RecordForm): Promise<AdminAnswer> =>
  formPage({ ...form, image: await findImage(form.call, form.values.image ?? '') });

/** What people read of the picture. @returns what is wrong with it */
async function described(
  call: AdminCall,
  values: RecordValues,
  before: RecordValues,
): Promise<RecordErrors | undefined> {
  if (!values.image) return undefined;
  const untold = await describeImage(
    call,
    values as typeof values & ImageValues,
    before as typeof before & ImageValues,
  );
  return untold === undefined ? undefined : { alt_text: untold };
}

/** What is wrong with values before the interface is asked. */
async function wrongIn(
  call: AdminCall,
  kind: LinkedType,
  { name, location, parent }: RecordValues,
  id?: number,
): Promise<RecordErrors> {
  const words = call.words.recordForm;
  // The interface would move what is below it; whoever chose this has not seen that.
  const isCircle =
    id !== undefined && kind === 'category' && subtreeIds(await categoryTree(call), id).has(Number(parent));
  return {
    ...(name === '' && { name: words.needs_name }),
    ...(location && !pointIn(location) && { location: words.point_wrong }),
    ...(isCircle && { parent: words.circle }),
  };
}

/** Errors that name no member, by their codes. */
const AT: Readonly<Record<string, string>> = { duplicate_term_slug: 'slug' };

/** What the interface refuses, at the fields of the form and with their labels in place of members. */
function atFields(call: AdminCall, kind: LinkedType, refused: RecordErrors): RecordErrors {
  return Object.fromEntries(
    Object.entries(refused).map(([member, text]) => {
      const [name] = fieldsOf(kind).find(([, { members }]) => members.includes(member)) ?? [
        AT[member] ?? 'name',
      ];
      return [name, withLabel(text, member, labelOf(name as 'name', call))];
    }),
  );
}
