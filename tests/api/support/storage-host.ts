/** A host with a visitor, a player and an admin, for tests of /storage/v1. */
import { type Api, type Host, type Person, startHost } from "./host.ts";

export interface StorageHost {
  host: Host;
  visitor: Api;
  player: Person;
  admin: Person;
  /** Sends a raw request; the path is below /storage/v1/. */
  raw(path: string, init?: RequestInit): Promise<Response>;
  /** Headers with the secret key. */
  asSecret(headers?: Record<string, string>): Record<string, string>;
}

export async function startStorageHost(): Promise<StorageHost> {
  const host = await startHost();
  return {
    host,
    visitor: host.visitor(),
    player: await host.person("Pia Player"),
    admin: await host.admin("Olga Admin"),
    raw: (path, init) => fetch(`${host.url}/storage/v1/${path}`, init),
    asSecret: (headers = {}) => ({ apikey: host.secretKey, ...headers }),
  };
}
