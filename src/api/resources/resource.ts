import type { ListPage, PageRange } from '../../db/list-page.ts';
import type { Db } from '../../db/tables.ts';
import type { DomainError } from '../../errors.ts';
import type { RecordKind } from '../../formats/record-formats.ts';
import type { BareCall } from '../../http/call.ts';
import type { RestError } from '../../http/errors.ts';
import type { Translations } from '../../i18n/language.ts';
import type { ErrorKey } from '../../i18n/say.ts';
import type { Arguments, ArgumentValues } from '../../input/arguments.ts';
import type { LinkQuery, pagingArguments } from '../../input/common-arguments.ts';
import type { DescribedMember, JsonSchema } from '../../input/schemas.ts';
import type { LinkedType } from '../../kinds.ts';
import type { Members } from '../../records/members.ts';
import type { ContextName, contextArgument } from '../../records/translations/fields.ts';
import type { TranslatedColumns } from '../../records/translations/members.ts';
import type { LanguageColumns } from '../../records/translations/stored.ts';
import type { Viewer } from '../../users/rights.ts';

/** A kind of records that events link to, as its routes need it. */
export interface Resource<Row extends StoredRecord, Shown extends Row> {
  readonly type: LinkedType;
  readonly words: Readonly<Record<'list' | 'create', Translations>>;
  readonly schema: JsonSchema;
  /** The members of a record in a list. */
  readonly members: Members<Shown>;
  /** The members of a record that is read by itself or was written. */
  readonly singleMembers: Members<Shown>;
  /** The member that shows the name of a record. */
  readonly nameMember: string;
  /** How records are shown in other formats than JSON. */
  readonly formats: RecordKind<Shown>;
  /** How paths name a record: by its id, and possibly by its slug. */
  readonly keys: readonly ResourceKey<Row>[];
  readonly rights: ResourceRights<Row>;
  readonly writes: ResourceWrites<Row>;
  /** The errors of reading a record by itself. */
  readonly readErrors: DeclaredErrors;
  /** The records with what their members need besides. */
  complete(db: Db, rows: readonly Row[]): Promise<readonly Shown[]>;
  /**
   * The digest of its content.
   * @param showsDrafts whether the answer shows drafts of translations
   */
  state(record: Shown, showsDrafts?: boolean): string;
  /** Epoch seconds of its last change; absent if it is not known. */
  modifiedAt?(record: Row): number;
}

export type StoredRecord = { readonly id: number } & Pick<LanguageColumns, 'language'>;

export type DeclaredErrors = readonly (number | RestError | DomainError)[];

/** The list of a kind of records. */
export interface ResourceList<Shown, Filter extends object> {
  readonly schema: JsonSchema;
  readonly arguments: Arguments & typeof pagingArguments & typeof contextArgument;
  readonly errors: DeclaredErrors;
  /** The error for a page beyond the last one, if the list has one. */
  readonly absent?: ErrorKey;
  /** Whether links and totals stand before the records, as in the reference. */
  readonly linksFirst: boolean;
  /** @param args the values of `arguments` */
  filter(args: ListValues, call: BareCall): Filter;
  /** The filters in the links of the list, without the context. */
  links(args: ListValues, viewer: Viewer): LinkQuery;
  /** Whether only writes change a list by this filter, not time. */
  holds(filter: Filter): boolean;
  find(call: BareCall, filter: Filter, range: PageRange): Promise<ListPage<Shown>>;
  findIds(call: BareCall, filter: Filter, range: PageRange): Promise<{ ids: number[]; total: number }>;
  /** Reads those of these records that the viewer may still read, in their order. */
  read(call: BareCall, ids: readonly number[]): Promise<readonly Shown[]>;
}

export type ListValues = ArgumentValues<typeof pagingArguments & typeof contextArgument>;

/** A path parameter that names a record, and the operations of its path. */
export interface ResourceKey<Row> {
  readonly name: 'id' | 'slug';
  /** The path below that of the list. */
  readonly path: string;
  /** The description of the parameter. */
  readonly parameter: Translations;
  readonly words: Readonly<Record<'read' | 'update' | 'delete', Translations>>;
  find(db: Db, key: { readonly id: number; readonly slug: string }): Promise<Row | undefined>;
}

export interface ResourceRights<Row> {
  mayCreate(viewer: Viewer): boolean;
  mayEdit(viewer: Viewer, record: Row): boolean;
  /** @throws RestError 403 if the viewer may not read the record */
  assertReadable(record: Row, viewer: Viewer): void;
  /** The context of a read that asks for this one; `edit` shows all translations. */
  contextFor(
    context: ContextName | undefined,
    viewer: Viewer,
    mayEdit: (viewer: Viewer) => boolean,
  ): ContextName | undefined;
}

/** How records of a kind are written. */
export interface ResourceWrites<Row, Patch = unknown> {
  /** The arguments of a create. */
  readonly fields: Arguments;
  /** The columns of the texts that have translations, by the names of their members. */
  readonly translated: TranslatedColumns;
  readonly errors: Readonly<Record<'create' | 'update' | 'delete', DeclaredErrors>>;
  /** Headers of the answer to a create. */
  readonly created?: {
    readonly headers: Readonly<Record<string, DescribedMember>>;
    of(call: BareCall, record: Row): Record<string, string>;
  };
  /**
   * Calls `write` in a transaction.
   * @param input the values of `fields`
   */
  write<Result>(
    call: BareCall,
    input: ArgumentValues<Arguments>,
    doing: 'create' | 'update',
    write: (db: Db, patch: () => Promise<Patch>) => Promise<Result>,
  ): Promise<Result>;
  insert(db: Db, patch: Patch, call: BareCall): Promise<Row>;
  /** Locks the record and reads it again; all may have changed since the request was read, the right as well. */
  lock(db: Db, record: Row, viewer: Viewer, patch?: Patch): Promise<Row>;
  update(db: Db, current: Row, patch: Patch, call: BareCall): Promise<Row>;
  /** @throws RestError if the record is in the trash already */
  assertRemovable?(current: Row): void;
  /** Puts the record into the trash and returns it, or deletes it for good. */
  remove(db: Db, current: Row, call: BareCall): Promise<Row | undefined>;
}

/** The record with what its members need besides. */
export const completed = async <Row extends StoredRecord, Shown extends Row>(
  { complete }: Pick<Resource<Row, Shown>, 'complete'>,
  db: Db,
  row: Row,
): Promise<Shown> => (await complete(db, [row]))[0]!;
