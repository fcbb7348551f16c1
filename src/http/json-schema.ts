/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has them. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The schema of an object that has all of the first members and may have the others. */
export const objectOf = (
  members: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: 'object',
  required: Object.keys(members),
  properties: { ...members, ...optional },
});
