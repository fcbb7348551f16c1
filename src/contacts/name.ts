import { DomainError } from '../errors.ts';
import type { ContactType } from '../records/table.ts';

/**
 * Returns the name.
 * @throws DomainError if it is empty once markup and blanks are removed
 */
export function assertName(
  kind: ContactRecordKind,
  name: string | undefined,
  doing: Doing = 'create',
): string {
  if (!name) throw nameless(kind, doing);
  return name;
}

export const nameless = (kind: ContactRecordKind, doing: Doing = 'create') =>
  new DomainError(`could-not-${doing}-${kind.type}`);

type ContactRecordKind = { readonly type: ContactType };
type Doing = 'create' | 'update';
