/**
 * The baseline of bench/rest.ts: bare node:http with the same database call, with the role, the claims and
 * the SQL already known. The bench starts it; DATA_DIR and DATABASE_URL name a migrated database.
 */
import { createServer } from "node:http";
import { openDatabase } from "../../server/database/open.ts";

const SQL = `select coalesce(json_agg(r)::text, '[]') from (select m.* from public.matches m order by m.match_date limit 20) r`;
const caller = {
  role: "authenticated",
  claims: { role: "authenticated", sub: "00000000-0000-0000-0000-000000000001" },
};

const db = await openDatabase({ url: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR ?? "./data" });
const server = createServer(async (_request, response) => {
  const [result] = await db.run(caller, [{ text: SQL }]);
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  response.end(result?.rows[0]?.[0]);
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("Serving"));
process.on("SIGTERM", async () => {
  server.closeAllConnections();
  server.close();
  await db.close();
  process.exit(0);
});
