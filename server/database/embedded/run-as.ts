/**
 * The operating system user that PostgreSQL runs as. PostgreSQL refuses to run as root, as hosts in containers and on
 * small servers often do. It then runs as `postgres`, as `nobody`, or under another user id in a user namespace.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { StartError } from "../start-error.ts";

export interface RunAs {
  /** The user and group for spawn(). Empty if the user does not change. */
  ids: { uid: number; gid: number } | Record<string, never>;
  /** A prefix of the command line, e.g. `unshare --user ...`. */
  prefix: readonly string[];
}

const SAME: RunAs = { ids: {}, prefix: [] };
const NAMESPACE = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"];
/** Fails if the user id has no name. */
const PRINT_NAME = ["id", "-un"];

/** The owner of an existing cluster, else the service user. Throws StartError if root may not change its user. */
export function chooseRunAs(owner?: { uid: number; gid: number }): RunAs {
  if (process.getuid?.() !== 0) return SAME;
  const ids = owner && owner.uid !== 0 ? owner : serviceUser();
  if (ids && works(["true"], ids)) return { ids: { uid: ids.uid, gid: ids.gid }, prefix: [] };
  return runInNamespace();
}

/** Uses another user id for files that belong to root. Throws StartError if the system has no user namespaces. */
export function runInNamespace(): RunAs {
  if (works([...NAMESPACE, "true"])) return { ids: {}, prefix: NAMESPACE };
  throw new StartError(
    "PostgreSQL does not run as root, and this process may not change its user: start as another user, or set DATABASE_URL.",
  );
}

/**
 * initdb and PostgreSQL's single-user mode look up the name of their user. A user id that a container platform chose may
 * have none; in a user namespace it has the name of `nobody`. Throws StartError if there are no namespaces.
 */
export function asNamedUser(runAs: RunAs): RunAs {
  if (process.platform === "win32" || "uid" in runAs.ids || runAs.prefix.length > 0 || works(PRINT_NAME))
    return runAs;
  if (works([...NAMESPACE, ...PRINT_NAME])) return { ids: {}, prefix: NAMESPACE };
  throw new StartError(
    `PostgreSQL cannot create a database for the user id ${process.getuid?.()}, which has no name on this system: start as a user with a name, add a line for it to /etc/passwd, or set DATABASE_URL.`,
  );
}

/** True if `command` exits with 0 as that user. */
export function works([program = "", ...args]: readonly string[], ids: RunAs["ids"] = {}): boolean {
  return spawnSync(program, args, { ...ids, cwd: "/", stdio: "ignore" }).status === 0;
}

/** `postgres` if that user exists, else `nobody`. */
function serviceUser(): { uid: number; gid: number } | undefined {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const wanted of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? [];
    if (uid && gid && uid !== "0") return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
