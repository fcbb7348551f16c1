import { DomainError } from '../errors.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import type { ContactKind, ContactRow } from './store.ts';

/** The error of reading a venue or an organizer that is not public. */
export const notAccessible = ({ type }: Pick<ContactKind<ContactRow>, 'type'>): DomainError =>
  new DomainError(`${type}-not-accessible`);

/** @throws DomainError if the viewer may not read the record */
export function assertReadable(
  kind: Pick<ContactKind<ContactRow>, 'type'>,
  record: ContactRow,
  { viewer }: { readonly viewer: Viewer },
): void {
  if (!mayRead(viewer, record)) throw notAccessible(kind);
}
