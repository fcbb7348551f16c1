import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its address and the length of its prefix in bits. */
export type Network = readonly [IpAddress, number];

/** Parses `10.0.0.5`, `10.0.0.0/8` or `2001:db8::/32`; undefined for other text. */
export function parseNetwork(text: string): Network | undefined {
  if (isIP(text)) {
    const address = ipaddr.process(text);
    return [address, 8 * address.toByteArray().length];
  }
  return isIP(text.split('/', 1)[0]!) && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

/** The sender of a request. */
export interface Client {
  /** Its IP address; an IPv4-mapped IPv6 address is written as IPv4; '' if unknown. */
  readonly address: string;
  /**
   * The unit of rate limits: the IPv4 address, or the /64 network of an IPv6 address, because customers get whole /64
   * networks.
   */
  readonly network: string;
}

export const NOBODY: Client = { address: '', network: '' };

/** The client at an address; undefined if the text is not an address. */
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
