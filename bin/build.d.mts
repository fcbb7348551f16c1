/**
 * Bundles the sources into a folder. Resolves to the states of the sources, and to the files that went in.
 * @param options more options of esbuild
 */
export function buildBundle(
  folder: string,
  options?: object,
): Promise<{ sources: Record<string, [number, number]>; inputs: string[] }>;

/** The name of the folder of a bundle, by what is in it. */
export function contentName(folder: string): string;
