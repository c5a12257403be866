import { BlockList, isIP } from "node:net";
import type { Database } from "../../database/database.ts";
import { limitedAddress } from "../../gateway/address.ts";

/** How many sockets one server process accepts, in total and per IP address. */
export interface ConnectionLimits {
  sockets: number;
  sockets_per_address: number;
}

/**
 * Reads the limits from host.realtime_limits (bootstrap/realtime.sql) at start, so that all processes of a database
 * have the same.
 */
export async function readConnectionLimits(database: Database): Promise<ConnectionLimits> {
  const [limits] = await database.query<ConnectionLimits>(
    "select sockets, sockets_per_address from host.realtime_limits",
  );
  if (!limits) throw new Error("host.realtime_limits is empty");
  return limits;
}

/** Why a connection was refused: the HTTP status line and a message. */
export type ConnectionRefusal =
  | { status: "503 Service Unavailable"; message: "Too many connections" }
  | { status: "429 Too Many Requests"; message: "Too many connections from this address" };

/** Counts the open sockets of this process. */
export class ConnectionCounter {
  #open = 0;
  readonly #byAddress = new Map<string, number>();

  constructor(private readonly limits: ConnectionLimits) {}

  /** Counts a connection, which `release` ends, or returns why it is refused. */
  acquire(address: string): ConnectionRefusal | null {
    if (this.#open >= this.limits.sockets)
      return { status: "503 Service Unavailable", message: "Too many connections" };
    const group = limitedAddress(address);
    const taken = this.#byAddress.get(group) ?? 0;
    if (taken >= this.limits.sockets_per_address && !isLocal(address))
      return { status: "429 Too Many Requests", message: "Too many connections from this address" };
    this.#open++;
    this.#byAddress.set(group, taken + 1);
    return null;
  }

  release(address: string): void {
    const group = limitedAddress(address);
    const left = (this.#byAddress.get(group) ?? 0) - 1;
    if (left > 0) this.#byAddress.set(group, left);
    else this.#byAddress.delete(group);
    this.#open--;
  }
}

const local = new BlockList();
local.addSubnet("127.0.0.0", 8, "ipv4");
local.addAddress("::1", "ipv6");

/**
 * True for the host's own machine. Its connections come from local programs, or from all users if a local proxy is not
 * in TRUSTED_PROXIES.
 */
function isLocal(address: string): boolean {
  const family = isIP(address);
  return family === 0 || local.check(address, family === 6 ? "ipv6" : "ipv4");
}
