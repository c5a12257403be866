import { becomeCaller } from "../../database/become-caller.ts";
import { type Caller, type Database, DatabaseError, type Queryable } from "../../database/database.ts";
import type { LogError } from "../../gateway/request-ids.ts";

/** The values of realtime.messages.extension, which policies can distinguish. */
export type Extension = "broadcast" | "presence";

/** `log` reports a policy that fails with an error. The caller is refused then. */
export interface AuthorizationDeps {
  database: Database;
  log: LogError;
}

/**
 * What a caller may do in a private topic by the policies of realtime.messages: select on rows of the topic allows
 * joining, insert allows broadcasting and presence. Checked as the caller in a transaction that is rolled back. Source:
 * supabase/realtime, lib/realtime/tenants/authorization.ex.
 */
export async function canRead(
  { database, log }: AuthorizationDeps,
  caller: Caller,
  topic: string,
): Promise<Readonly<Record<Extension, boolean>>> {
  const seen = await inRolledBackTransaction({ database, log }, null, async (tx) => {
    const written = await tx.query<{ id: string; extension: Extension }>(
      `insert into realtime.messages (topic, extension) values ($1, 'broadcast'), ($1, 'presence') returning id, extension`,
      [topic],
    );
    const become = becomeCaller(withTopic(caller, topic));
    await tx.query(become.text, become.params);
    const ids = written.map(({ id }) => id);
    return tx.query<{ extension: Extension }>(
      "select extension from realtime.messages where topic = $1 and id = any ($2::uuid[])",
      [topic, `{${ids.join()}}`],
    );
  });
  const sees = (extension: Extension) => (seen ?? []).some((row) => row.extension === extension);
  return { broadcast: sees("broadcast"), presence: sees("presence") };
}

export async function canWrite(
  asking: AuthorizationDeps,
  caller: Caller,
  topic: string,
  extension: Extension,
): Promise<boolean> {
  const written = await inRolledBackTransaction(asking, withTopic(caller, topic), async (tx) => {
    await tx.query("insert into realtime.messages (topic, extension) values ($1, $2)", [topic, extension]);
    return true;
  });
  return written ?? false;
}

/** How long a write permission is cached. */
const CACHE_MS = 10_000;

/** The permissions of one channel. A public channel has all of them. */
export class Access {
  readonly #writes = new Map<Extension, { since: number; allowed: Promise<boolean> }>();

  constructor(
    /** Null for a public channel. */
    private readonly asking: AuthorizationDeps | null,
    private readonly topic: string,
    readonly read: Readonly<Record<Extension, boolean>>,
  ) {}

  canWrite(caller: Caller, extension: Extension): Promise<boolean> {
    if (!this.asking) return Promise.resolve(true);
    const known = this.#writes.get(extension);
    if (known && performance.now() - known.since < CACHE_MS) return known.allowed;
    const allowed = canWrite(this.asking, caller, this.topic, extension);
    this.#writes.set(extension, { since: performance.now(), allowed });
    return allowed;
  }
}

function withTopic(caller: Caller, topic: string): Caller {
  return { ...caller, settings: { ...caller.settings, "realtime.topic": topic } };
}

class RollBack extends Error {}

/** insufficient_privilege: a policy refused the row, or the role lacks a privilege. */
const NOT_ALLOWED = "42501";

/** Returns the result of `work`, or null if a policy or a missing privilege refused it. */
async function inRolledBackTransaction<T>(
  { database, log }: AuthorizationDeps,
  caller: Caller | null,
  work: (tx: Queryable) => Promise<T>,
): Promise<T | null> {
  let found: T | null = null;
  try {
    await database.transaction(caller, async (tx) => {
      found = await work(tx);
      throw new RollBack();
    });
  } catch (error) {
    if (error instanceof RollBack) return found;
    if (!(error instanceof DatabaseError)) throw error;
    if (error.code !== NOT_ALLOWED) log("realtime: a policy of realtime.messages fails", error);
    return null;
  }
  return found;
}
