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
