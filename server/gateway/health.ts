/** /healthz: reports whether the database answers, for load balancers and scripts. */
import { setTimeout as delay } from "node:timers/promises";
import { Hono } from "hono";
import type { Database } from "../database/database.ts";

const TIMEOUT_MS = 2000;

export function createHealth(db: Database): Hono {
  const app = new Hono();
  app.get("/healthz", async (c) => {
    const answered = await Promise.race([
      db.query("select 1").then(
        () => true,
        () => false,
      ),
      delay(TIMEOUT_MS, false, { ref: false }),
    ]);
    return c.json({ status: answered ? "ok" : "database does not answer" }, answered ? 200 : 503, {
      "cache-control": "no-store",
    });
  });
  return app;
}
