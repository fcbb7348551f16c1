import type { Method } from '../../http/call.ts';
import type { Declared } from '../../http/operation.ts';
import type { DescribedRoute } from '../../http/route.ts';

/** An operation with one of its methods. */
export interface Documented {
  readonly route: DescribedRoute;
  readonly operation: Declared;
  readonly method: Method;
}

export const documentedOperations = (route: DescribedRoute): Documented[] =>
  route.operations.flatMap(operation => operation.methods.map(method => ({ route, operation, method })));
