import { DomainError } from '../errors.ts';
import type { PlaceType } from '../records/table.ts';

/** Throws for a name of which nothing is left once markup and blanks are gone. */
export function assertName(kind: PlaceRecordKind, name: string | undefined, doing: Doing = 'create'): string {
  if (!name) throw nameless(kind, doing);
  return name;
}

export const nameless = (kind: PlaceRecordKind, doing: Doing = 'create') =>
  new DomainError(`could-not-${doing}-${kind.type}`);

type PlaceRecordKind = { readonly type: PlaceType };
type Doing = 'create' | 'update';
