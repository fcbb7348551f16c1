/** An address with a password in it: `postgres://user:password@host/database`, or `?password=` behind one. */
const WITH_PASSWORD = /:\/\/[^/?#@\s]*:[^/?#@\s]+@|:\/\/\S*[?&](?:ssl)?password=/i;

/**
 * What of a command line shows a password to all who may list the processes of the machine: flags by their names, an
 * argument as one. Undefined where there is none.
 */
export function exposedBy(
  options: Readonly<Record<string, unknown>>,
  positionals: readonly string[],
): string | undefined {
  const shows = (value: unknown) => typeof value === 'string' && WITH_PASSWORD.test(value);
  const names = Object.entries(options).flatMap(([name, value]) => (shows(value) ? [`--${name}`] : []));
  return [...names, ...(positionals.some(shows) ? ['an argument'] : [])].join(', ') || undefined;
}
