import ipaddr from 'ipaddr.js';

type ImageAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Whether an IP address (IPv6 without brackets) belongs to the public internet. An IPv4 address that is embedded in an
 * IPv6 one counts as itself if the network translates it (IPv4-mapped, NAT64). Tunnels (6to4, Teredo) are never public.
 * False for anything that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = embeddedIPv4(ipaddr.parse(text));
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isGlobalUnicast(address);
}

function embeddedIPv4(address: ImageAddress): ImageAddress {
  if (!isIPv6(address) || !TRANSLATED.some(range => address.match(range))) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

const TRANSLATED = [ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), ipaddr.IPv6.parseCIDR('64:ff9b::/96')];

// Outside this block lie unassigned ranges and obsolete spellings such as ::127.0.0.1.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

function isGlobalUnicast(address: ImageAddress): boolean {
  return isIPv6(address) && address.match(GLOBAL_UNICAST);
}

function isIPv6(address: ImageAddress): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6';
}
