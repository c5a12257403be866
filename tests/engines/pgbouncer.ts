/** PgBouncer, from Debian's package, in front of a PostgreSQL server that accepts every local user. */
import { freePort } from "../../tools/host/spawn-host.ts";
import { startProgram } from "./program.ts";

export interface PgBouncer {
  /** The address of `databaseUrl` behind PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

export async function startPgBouncer(
  databaseUrl: string,
  poolMode: "session" | "transaction",
): Promise<PgBouncer> {
  const { hostname, port: behind, pathname, username } = new URL(databaseUrl);
  const port = await freePort();
  const stop = await startProgram({
    path: "/usr/sbin/pgbouncer",
    port,
    files: {
      "users.txt": `"${username}" ""\n`,
      "pgbouncer.ini": `[databases]
* = host=${hostname} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = FOLDER/users.txt
pool_mode = ${poolMode}
default_pool_size = 30
`,
    },
    args: (folder) => [`${folder}/pgbouncer.ini`],
  });
  return { url: `postgres://${username}@127.0.0.1:${port}${pathname}`, stop };
}
