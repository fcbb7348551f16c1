import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its address and the number of bits that all of its addresses share. */
export type Network = readonly [IpAddress, number];

/** Reads `10.0.0.5`, `10.0.0.0/8`, `2001:db8::/32`; undefined for what is no network. */
export function parseNetwork(text: string): Network | undefined {
  if (isIP(text)) {
    const address = ipaddr.process(text);
    return [address, 8 * address.toByteArray().length];
  }
  return isIP(text.split('/', 1)[0]!) && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

/** Who sends requests. */
export interface Client {
  /** Its IP address, an IPv4 one also where it came as an IPv6 one; '' where nobody knows. */
  readonly address: string;
  /** What counts as one client: the IPv4 address, or the /64 of the IPv6 address, as a whole of which customers get. */
  readonly network: string;
}

export const NOBODY: Client = { address: '', network: '' };

/** The client at an address; undefined where the text is none. */
export function clientAt(text: string): Client | undefined {
  if (!isIP(text)) return undefined;
  const parsed = ipaddr.process(text.replace(/%.*/, ''));
  const address = parsed.toString();
  if (!(parsed instanceof ipaddr.IPv6)) return { address, network: address };
  return { address, network: `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` };
}

/** Whether an address, as `clientAt` writes it, is in one of the networks. */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  if (networks.length === 0 || address === '') return false;
  const parsed = ipaddr.parse(address);
  return networks.some(
    ([network, bits]) =>
      network.kind() === parsed.kind() && parsed.match([network, bits] as [IpAddress, number]),
  );
}
