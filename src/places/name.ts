import { DomainError } from '../errors.ts';
import type { PlaceType } from '../records/table.ts';

/**
 * Returns the name.
 * @throws DomainError if it is empty once markup and blanks are removed
 */
export function assertName(kind: PlaceRecordKind, name: string | undefined, doing: Doing = 'create'): string {
  if (!name) throw nameless(kind, doing);
  return name;
}

export const nameless = (kind: PlaceRecordKind, doing: Doing = 'create') =>
  new DomainError(`could-not-${doing}-${kind.type}`);

type PlaceRecordKind = { readonly type: PlaceType };
type Doing = 'create' | 'update';
