import type { Describing } from '../../http/describe-route.ts';
import type { Declared } from '../../http/operation.ts';
import type { DescribedRoute } from '../../http/route.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { type Documented, documentedOperations } from './documented.ts';
import { isPublic } from './errors.ts';
import { formatPaths } from './formats.ts';
import { documentPath, operationId, sectionOf } from './names.ts';
import { bodyNames, parameters } from './requests.ts';
import { responses } from './responses.ts';

/** The operations of all routes, by path and method. */
export async function paths(
  routes: readonly DescribedRoute[],
  call: Describing,
  pacer: Pacer,
): Promise<Record<string, object>> {
  const bodies = bodyNames(routes);
  const all: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const described: Record<string, object> = {};
    for (const documented of documentedOperations(route)) {
      const body = bodies.get(documented.operation.arguments);
      described[documented.method.toLowerCase()] = describe(documented, body, call);
      await pacer.pause();
    }
    all[documentPath(route)] = described;
  }
  return { ...all, ...(await formatPaths(routes, call, pacer)) };
}

function describe(documented: Documented, body: string | undefined, call: Describing): object {
  const { route, operation } = documented;
  const signedIn = [{ basic: [] }, { bearer: [] }];
  return {
    tags: [sectionOf(route)],
    operationId: operationId(documented),
    summary: operation.words[call.language],
    security: isPublic(operation) ? [{}, ...signedIn] : signedIn,
    parameters: parameters(documented, call),
    ...(body && { requestBody: { $ref: `#/components/requestBodies/${body}` } }),
    ...(operation.content && { requestBody: contentOf(operation.content) }),
    responses: responses(documented, call.language),
  };
}

const contentOf = (content: NonNullable<Declared['content']>): object => ({
  required: true,
  content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
});
