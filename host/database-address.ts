import type { Connection } from "../server/database/embedded/address.ts";

/** The address for psql and drivers. A socket's folder is its `host` parameter. */
export function databaseAddress({ user, password, host, port, database }: Connection): string {
  if (host.startsWith("/")) return `postgresql://${user}@/${database}?host=${encodeURI(host)}&port=${port}`;
  const secret = password === undefined ? "" : `:${encodeURIComponent(password)}`;
  return `postgresql://${user}${secret}@${host}:${port}/${database}`;
}
