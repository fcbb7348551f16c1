import type { Call } from '../http/call.ts';
import { fragment, Json } from '../lib/json.ts';
import { type Members, show, write } from '../records/members.ts';
import type { View } from '../records/view.ts';

/** What a format makes of a record or a list. */
export interface Rendered {
  readonly mediaType: string;
  /** Its bytes; where a request takes only some of the members, or wraps them, the members themselves. */
  readonly body: unknown;
}

export const JSON_TYPE = 'application/json';

/** A record as JSON, by its members. Events are rendered by parts that are kept, see rendered-events.ts. */
export const render = <Row>(
  members: Members<Row>,
  record: Row,
  view: View & Pick<Call, 'whole'>,
): Rendered => ({
  mediaType: JSON_TYPE,
  body: view.whole ? new Json([fragment(write(members, record, view))]) : show(members, record, view),
});
