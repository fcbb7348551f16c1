/** Removes members without a value, except the texts that the reference always shows, even if empty. */
export function compact<T extends object>(members: T): Partial<T> {
  const kept = ([name, value]: [string, unknown]) =>
    (value || ALWAYS.has(name)) && value !== undefined && value !== false;
  // A subset of the same members.
  return Object.fromEntries(Object.entries(members).filter(kept)) as Partial<T>;
}

const ALWAYS = new Set(['name', 'description', 'url', 'telephone', 'sameAs', 'email']);
