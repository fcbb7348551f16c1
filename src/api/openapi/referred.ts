type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Those components that the paths, or what they refer to, refer to; ways of signing in are named elsewhere. */
export function referredTo<All extends Components>(components: All, paths: object): All {
  const referred = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (referred.has(`${kind} ${name}`)) continue;
      referred.add(`${kind} ${name}`);
      follow(components[kind!]?.[name!] ?? null);
    }
  };
  follow(paths);
  const kept = (kind: string, all: Components[string]) =>
    Object.entries(all).filter(([name]) => kind === 'securitySchemes' || referred.has(`${kind} ${name}`));
  // The same kinds, each without what nothing refers to.
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [kind, Object.fromEntries(kept(kind, all))]),
  ) as All;
}
