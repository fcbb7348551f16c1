const SLASH = 0x2f;

/** A path without the slashes at its end. A regular expression would take quadratic time on a path of many slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path.charCodeAt(end - 1) === SLASH) end--;
  return path.slice(0, end);
}
