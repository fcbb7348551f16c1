import { after } from 'node:test';
import { historyOf } from './changes.ts';
import { caller } from './client.ts';
import { documentsOf, watchedSend } from './document.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';

/**
 * A service for the tests of a file, which call this outside of tests. On the embedded store its answers are compared
 * with its documents, because their form does not depend on the store: `seen` names the operations and statuses,
 * `undocumented` what differs.
 */
export async function startDocumented() {
  const service = await startService();
  after(() => service[Symbol.asyncDispose]());
  const seen = new Set<string>();
  const undocumented: string[] = [];
  const watched = SERVER ? undefined : watchedSend(await documentsOf(service.site), seen, undocumented);
  return {
    ...{ service, seen, undocumented, call: caller(service.base, watched) },
    ...historyOf(service, watched),
  };
}
