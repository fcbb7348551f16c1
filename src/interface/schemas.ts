import Type, { type TSchema } from 'typebox';
import { listMembers } from './paging.ts';

/** The schemas that answers are made of, by their names in the OpenAPI document. */
export type SchemaName =
  | 'Event'
  | 'Venue'
  | 'Organizer'
  | 'Term'
  | 'Image'
  | 'ImageSize'
  | 'CostDetails'
  | 'DateDetails'
  | 'Error';

export const ref = (name: SchemaName): TSchema => Type.Ref(`#/components/schemas/${name}`);

/** The answer of a list: the records under their own name, links and totals. */
export const listSchema = (name: string, schema: SchemaName): TSchema =>
  Type.Object({ [name]: Type.Array(ref(schema)), ...listMembers });
