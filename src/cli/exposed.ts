/** An address with a password: `postgres://user:password@host/database`, or with `?password=`. */
const WITH_PASSWORD = /:\/\/[^/?#@\s]*:[^/?#@\s]+@|:\/\/\S*[?&](?:ssl)?password=/i;

/**
 * The parts of a command line that show a password to everyone who can list the processes of the machine: names of
 * flags, or "an argument". Undefined if there are none.
 */
export function exposedBy(
  options: Readonly<Record<string, unknown>>,
  positionals: readonly string[],
): string | undefined {
  const shows = (value: unknown) => typeof value === 'string' && WITH_PASSWORD.test(value);
  const names = Object.entries(options).flatMap(([name, value]) => (shows(value) ? [`--${name}`] : []));
  return [...names, ...(positionals.some(shows) ? ['an argument'] : [])].join(', ') || undefined;
}
