/** Whether this is an address that a program can open without knowing where it stands. */
export const isAbsolute = (address: string | undefined): boolean =>
  address !== undefined && /^https?:\/\//.test(address) && URL.canParse(address);

/** The relative addresses in HTML. */
export const relativeAddresses = (html: string): string[] =>
  [...html.matchAll(/<[a-z][^<>]* (?:href|src|poster|cite)="([^"]*)"/g)]
    .map(([, address = '']) => address)
    .filter(address => !/^[a-z][a-z\d+.-]*:/i.test(address));
