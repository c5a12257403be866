import { BlockList, isIP } from "node:net";
import type { Database } from "../../database/database.ts";
import { limitedAddress } from "../../gateway/address.ts";

/** How many sockets one server process holds at once, in all and for one address. */
export interface ConnectionLimits {
  sockets: number;
  sockets_per_address: number;
}

/** Read at start. The table is host.realtime_limits, of bootstrap/realtime.sql: all processes of a database have the same. */
export async function readConnectionLimits(database: Database): Promise<ConnectionLimits> {
  const [limits] = await database.query<ConnectionLimits>(
    "select sockets, sockets_per_address from host.realtime_limits",
  );
  if (!limits) throw new Error("host.realtime_limits is empty");
  return limits;
}

/** Why there is no seat: an HTTP status, and words for who reads them. */
export type ConnectionRefusal =
  | { status: "503 Service Unavailable"; message: "Too many connections" }
  | { status: "429 Too Many Requests"; message: "Too many connections from this address" };

/** The sockets of this process. */
export class ConnectionCounter {
  #open = 0;
  readonly #byAddress = new Map<string, number>();

  constructor(private readonly limits: ConnectionLimits) {}

  /** Takes a seat, which `leave` gives back, or says why there is none. */
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

/** From this machine come its own programs, and everybody where a proxy stands here that TRUSTED_PROXIES does not name. */
function isLocal(address: string): boolean {
  const family = isIP(address);
  return family === 0 || local.check(address, family === 6 ? "ipv6" : "ipv4");
}
