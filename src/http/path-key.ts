/** What the path of a request names. */
export interface PathKey {
  readonly id: number;
  readonly slug: string;
  readonly version: number;
}

/** Numbers and slug of a path. A number beyond all ids is an id that does not exist. */
export function pathKeyOf({ id, slug = '', version }: Readonly<Record<string, string | undefined>>): PathKey {
  return { id: idOf(id), slug, version: idOf(version) };
}

function idOf(segment = '0'): number {
  const number = Number(segment);
  return Number.isSafeInteger(number) ? number : 0;
}
