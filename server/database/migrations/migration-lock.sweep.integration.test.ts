import { expect, it } from "vitest";
import { useServer } from "../cluster.fixture.ts";
import { withMigrationLock } from "./migration-lock.ts";

const server = useServer();

it.each(["idle_in_transaction_session_timeout", "transaction_timeout"])(
  "is held longer than the server's %s",
  async (setting) => {
    await server.db.query(`alter role postgres set ${setting} = '1s'`);
    const db = server.open();
    try {
      // Longer than the limit by the server's own clock.
      const work = () => server.db.query("select pg_sleep(1.5), 'done' as state");
      expect(await withMigrationLock(db, work)).toMatchObject([{ state: "done" }]);
    } finally {
      await db.close();
      await server.db.query(`alter role postgres reset ${setting}`);
    }
  },
);
