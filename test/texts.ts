/** The members that are written for people. */
const TEXTS = ['title', 'summary', 'description', 'message'];

/** A value without the texts for people. Of an error's parameters only the names remain. */
export function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !(TEXTS.includes(name) && typeof member === 'string'))
      .map(([name, member]) => [name, name === 'params' ? paramNames(member) : withoutTexts(member)]),
  );
}

const paramNames = (params: unknown) =>
  typeof params === 'object' && !Array.isArray(params) && params !== null ? Object.keys(params) : params;

/** The texts for people, by path. */
export function texts(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, member]) => {
      const at = `${path}/${name}`;
      return TEXTS.includes(name) && typeof member === 'string'
        ? [[at, member] as const]
        : [...texts(member, at)];
    }),
  );
}
