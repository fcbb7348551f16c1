/** The path parameters of a request. */
export interface PathKey {
  readonly id: number;
  readonly slug: string;
  readonly version: number;
}

/** Reads the path parameters. A number that is not a safe integer becomes 0, which no record has. */
export function pathKeyOf({ id, slug = '', version }: Readonly<Record<string, string | undefined>>): PathKey {
  return { id: idOf(id), slug, version: idOf(version) };
}

function idOf(segment = '0'): number {
  const number = Number(segment);
  return Number.isSafeInteger(number) ? number : 0;
}
