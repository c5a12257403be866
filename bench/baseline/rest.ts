/**
 * The baseline of bench/rest.ts: bare node:http with the same database calls, with the role, the claims and the SQL already
 * known. The bench starts it; DATA_DIR and DATABASE_URL name a migrated database, PLAYER the player who reads and saves.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { Statement } from "../../server/database/database.ts";
import { openDatabase } from "../../server/database/open.ts";

const READ = `select coalesce(json_agg(r)::text, '[]') from (select m.* from public.matches m order by m.match_date limit 20) r`;
const CALL = `select coalesce(json_agg(r)::text, '[]') from public.my_leaderboard_row($1::json ->> 'league') r`;
const SHARED = `select coalesce(json_agg(r)::text, '[]') from public.leaderboard($1::json ->> 'league') r`;
const SAVE = `insert into public.user_predictions as p (user_id, match_id, home_prediction, away_prediction)
  select r.* from json_to_record($1::json) as r (user_id uuid, match_id uuid, home_prediction int, away_prediction int)
  on conflict (user_id, match_id) do update
  set home_prediction = excluded.home_prediction, away_prediction = excluded.away_prediction`;
/** By the path; the others are READ. */
const WITH_BODY: Readonly<Record<string, string>> = { "/call": CALL, "/shared": SHARED, "/save": SAVE };
const caller = {
  role: "authenticated",
  claims: { role: "authenticated", sub: process.env.PLAYER },
};

const db = await openDatabase({ url: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR ?? "./data" });
const server = createServer(async (request, response) => {
  const sql = WITH_BODY[request.url ?? ""];
  const statement: Statement =
    sql === undefined ? { text: READ } : { text: sql, params: [await text(request)] };
  const [result] = await db.run(caller, [statement]);
  const body = result?.rows[0]?.[0];
  response.writeHead(body ? 200 : 201, { "content-type": "application/json; charset=utf-8" });
  response.end(body);
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("Serving"));
process.on("SIGTERM", async () => {
  server.closeAllConnections();
  server.close();
  await db.close();
  process.exit(0);
});
