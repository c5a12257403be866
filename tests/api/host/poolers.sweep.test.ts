/** DATABASE_URL leads to PgBouncer. */
import { describe, expect, it } from "vitest";
import { newDatabase } from "../../engines/new-database.ts";
import { startPgBouncer } from "../../engines/pgbouncer.ts";
import { startHost } from "../support/host.ts";
import { Inbox, subscribed } from "../support/realtime-channels.ts";

describe("behind PgBouncer", () => {
  it("refuses pool_mode = transaction with one line", async () => {
    const pooler = await startPgBouncer(await newDatabase("migrated"), "transaction");
    try {
      const refusal = await startHost({ databaseUrl: pooler.url }).then(
        async (host) => {
          await host.stop();
          return "served";
        },
        (error: Error) => error.message,
      );
      expect(refusal).toMatch(
        /^DATABASE_URL \(127\.0\.0\.1:\d+\/\w+\) leads to a connection pooler in transaction mode.*\.$/,
      );
    } finally {
      await pooler.stop();
    }
  });

  it("serves with pool_mode = session: migrations, sign-in, saved rows and live updates", async () => {
    const pooler = await startPgBouncer(await newDatabase("empty"), "session");
    const host = await startHost({ databaseUrl: pooler.url });
    try {
      const player = await host.person("Paula Pooled");
      const updates = new Inbox<{ new: object }>();
      const channel = player.api
        .channel("matches")
        .on("postgres_changes", { event: "INSERT", schema: "public", table: "notifications" }, updates.put);
      const ready = new Promise((resolve) => channel.on("system", {}, resolve));
      await subscribed(channel);
      await ready;
      const notification = { user_id: player.id, type: "info", title: "Pooled", message: "It arrived." };
      expect((await host.secret.from("notifications").insert(notification)).error).toBeNull();
      expect((await updates.next()).new).toMatchObject({ title: "Pooled" });
      await player.api.removeAllChannels();
    } finally {
      await host.stop();
      await pooler.stop();
    }
  });
});
