import type { Translations } from '../i18n/language.ts';
import type { schemaTitleWords } from '../i18n/messages.ts';

/** A schema in JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The schema of an object with required and optional members. */
export const objectOf = (
  members: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: 'object',
  required: Object.keys(members),
  properties: { ...members, ...optional },
});

/** The names of the answers' schemas in the OpenAPI document. */
export type SchemaName = keyof typeof schemaTitleWords;

export const ref = (name: SchemaName | 'VenueCreate' | 'OrganizerCreate'): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
});

export const HREF = { type: 'string', format: 'uri' };

/** Links to other resources, by relation. */
export const LINKS = {
  type: 'object',
  additionalProperties: {
    type: 'array',
    items: { ...objectOf({ href: { type: 'string' } }), additionalProperties: true },
  },
};

/** A list whose items each have one of these schemas. */
export const listOf = (...names: SchemaName[]): JsonSchema => ({
  type: 'array',
  items: either(...names.map(name => ref(name))),
});

export const either = (...schemas: JsonSchema[]): JsonSchema =>
  schemas.length === 1 ? schemas[0]! : { anyOf: schemas };

/** A member of an answer: its schema, its description, and whether it is optional. */
export interface DescribedMember {
  readonly schema: JsonSchema;
  readonly words: Translations;
  readonly optional?: true;
}

/** The descriptions of all members of a type: a missing one does not compile. */
export type MembersOf<Shown> = {
  readonly [Name in keyof Shown]-?: Partial<Shown> extends Pick<Shown, Name>
    ? DescribedMember & { readonly optional: true }
    : DescribedMember & { readonly optional?: never };
};

export const described = (
  schema: JsonSchema,
  words: Translations,
): { schema: JsonSchema; words: Translations } => ({
  schema,
  words,
});

export const optionally = <D extends DescribedMember>(described: D): D & { optional: true } => ({
  ...described,
  optional: true,
});
