/**
 * A text without the passwords of the addresses in it: `postgres://user:password@host/database`, or with `?password=`. It
 * differs from the text if there are any.
 */
export const withoutPasswords = (text: string): string =>
  text
    .replaceAll(/(:\/\/[^/?#@\s:]*:)[^/?#\s]+@/g, '$1…@')
    .replaceAll(/([?&](?:ssl)?password=)[^&\s]*/gi, '$1…');
