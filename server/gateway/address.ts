import { IncomingMessage, type ServerResponse } from "node:http";
import { BlockList, isIP } from "node:net";

/**
 * Determines the IP address of a request. `peer` is the socket's address; headers are only read from a trusted proxy.
 */
export type AddressReader = (headers: Pick<Headers, "get">, peer: string | undefined) => string;

/**
 * `trusted` has the addresses or CIDR blocks of the proxies in front of this host (TRUSTED_PROXIES). X-Forwarded-For is
 * read from the right, where the proxies append: the first address that is not a trusted proxy is the client's. Throws
 * if an entry is invalid.
 */
export function createAddressReader(trusted: readonly string[]): AddressReader {
  if (trusted.length === 0) return (_headers, peer) => plain(peer ?? "");
  const proxies = new BlockList();
  for (const entry of trusted) allow(proxies, entry);
  return (headers, peer) => {
    let address = plain(peer ?? "");
    if (!has(proxies, address)) return address;
    const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => plain(hop.trim()));
    for (const hop of hops.reverse()) {
      if (!isIP(hop)) break;
      address = hop;
      if (!has(proxies, hop)) break;
    }
    return address;
  };
}

/** The env of a request that @hono/node-server serves; empty in-process. */
function nodeEnv(env: unknown): { incoming?: IncomingMessage; outgoing?: ServerResponse } {
  return typeof env === "object" && env !== null ? env : {};
}

/** The address of the connection; undefined in-process. */
export function peerOf(env: unknown): string | undefined {
  return nodeEnv(env).incoming?.socket.remoteAddress;
}

/** Node's request; null in-process. */
export function incomingOf(env: unknown): IncomingMessage | null {
  const { incoming } = nodeEnv(env);
  return incoming instanceof IncomingMessage ? incoming : null;
}

/** Node's answer; undefined in-process. */
export function outgoingOf(env: unknown): ServerResponse | undefined {
  return nodeEnv(env).outgoing;
}

function allow(list: BlockList, entry: string): void {
  const [address = "", bits] = entry.trim().split("/");
  const family = isIP(address);
  if (family === 0) throw new Error(`TRUSTED_PROXIES: ${entry} is not an address or a CIDR block`);
  const type = family === 6 ? "ipv6" : "ipv4";
  if (bits === undefined) list.addAddress(address, type);
  else list.addSubnet(address, Number(bits), type);
}

function has(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Dual-stack sockets report IPv4 addresses as ::ffff:192.0.2.1. */
function plain(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/**
 * The address that limits count: IPv6 clients usually control a whole /64, so for IPv6 it is the /64 prefix. Any other
 * text is returned unchanged.
 */
export function limitedAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  return [...groups, ...Array<string>(zeros).fill("0"), ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(":");
}
