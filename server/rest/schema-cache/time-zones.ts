/** The time zones that `Prefer: timezone` may name: PostgreSQL's, as they are written in pg_timezone_names. */
import type { Database } from "../../database/database.ts";

export class TimeZones {
  #loading: Promise<ReadonlySet<string>> | null = null;

  constructor(private readonly db: Database) {}

  /** Read once, when the first request names one, because PostgreSQL opens a file for each. */
  get(): Promise<ReadonlySet<string>> {
    this.#loading ??= this.db
      .query<{ name: string }>("select name from pg_timezone_names")
      .then((rows) => new Set(rows.map(({ name }) => name)))
      .catch((error: unknown) => {
        this.#loading = null;
        throw error;
      });
    return this.#loading;
  }
}
