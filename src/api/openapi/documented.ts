import type { Declared, Method, Route } from '../../http/route.ts';

/** An operation under one of its methods. */
export interface Documented {
  readonly route: Route<Declared>;
  readonly operation: Declared;
  readonly method: Method;
}

/** Every method of every operation of the route. */
export const documentedOperations = (route: Route<Declared>): Documented[] =>
  route.operations.flatMap(operation => operation.methods.map(method => ({ route, operation, method })));
