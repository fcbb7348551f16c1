/**
 * Splits a `postgres://` address with several hosts into one address per server, in order, as in libpq's
 * `postgres://user:password@one:5432,two:5433/calendar`. Empty for an invalid address.
 */
export function serversOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s.exec(url) ?? [];
  const servers = hosts.split(',').map(host => start + host + rest);
  return start !== '' && servers.every(server => URL.canParse(server)) ? servers : [];
}
