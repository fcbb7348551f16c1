type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Keeps the components that the paths refer to, directly or not, and the security schemes, which have no references.
 */
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
  // The kinds of components stay the same.
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [kind, Object.fromEntries(kept(kind, all))]),
  ) as All;
}
