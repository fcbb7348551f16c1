/** Methods that only read, whatever the route. */
export const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
