/** /healthz: reports whether the database answers, for load balancers and scripts. */
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
      new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref()),
    ]);
    return c.json({ status: answered ? "ok" : "database does not answer" }, answered ? 200 : 503, {
      "cache-control": "no-store",
    });
  });
  return app;
}
