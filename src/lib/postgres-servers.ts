/**
 * The addresses that a `postgres://` address with several hosts stands for, in their order: one for each server, as
 * in libpq's `postgres://user:password@one:5432,two:5433/calendar`. Empty where it is no address.
 */
export function serversOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s.exec(url) ?? [];
  const servers = hosts.split(',').map(host => start + host + rest);
  return start !== '' && servers.every(server => URL.canParse(server)) ? servers : [];
}
