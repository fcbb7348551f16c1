/** The path parameters of a request. */
export interface PathKey {
  readonly id: number;
  readonly slug: string;
  readonly version: number;
  readonly date: string;
}

/** Reads the path parameters. A number that is not a safe integer becomes 0, which no record has. */
export function pathKeyOf({
  id,
  slug = '',
  version,
  date = '',
}: Readonly<Record<string, string | undefined>>): PathKey {
  return { id: idOf(id), slug, version: idOf(version), date };
}

function idOf(segment = '0'): number {
  const number = Number(segment);
  return Number.isSafeInteger(number) ? number : 0;
}
