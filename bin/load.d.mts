/** Loads the command line: from the bundle, which is made if need be, or from the sources if that fails. */
export function load(): Promise<typeof import('../src/cli/main.ts')>;
