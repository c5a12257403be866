/** pgjwt, pg_net, http, pg_cron and database webhooks on the embedded server, made by a project's migration. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { type EmbeddedDatabase, openEmbedded } from "../database/embedded/open-embedded.ts";
import { migrate } from "../database/migrations/migrate.ts";
import { startExtensions } from "./extensions.ts";

const MIGRATION = `
create extension if not exists pg_net with schema extensions;
create extension pg_cron with schema pg_catalog;
create extension "pgjwt" with schema extensions;
create extension http with schema extensions;
create table public.orders (id int primary key, title text);
create trigger told after insert on public.orders for each row
  execute function supabase_functions.http_request('URL/hook', 'POST', '{"Content-Type":"application/json"}', '{"a b":"c&d"}', '5000');
select cron.schedule('purge', '0 3 * * *', 'delete from public.orders where id < 0');
`;

const dir = mkdtempSync(join(tmpdir(), "extensions-test-"));
const received: { url: string | undefined; method: string | undefined; body: string }[] = [];
let target: Server;
let url: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  target = createServer(async (request, response) => {
    if (request.url === "/never") return;
    received.push({ url: request.url, method: request.method, body: await textOf(request) });
    if (request.url === "/large") return response.end("x".repeat(2_000_000));
    response.writeHead(201, { "content-type": "text/plain" }).end("taken");
  });
  await new Promise<void>((listening) => target.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const migrations = join(dir, "supabase/migrations");
  mkdirSync(migrations, { recursive: true });
  writeFileSync(join(migrations, "20260101000000_orders.sql"), MIGRATION.replace("URL", url));
  const dataDir = join(dir, "data");
  database = await openEmbedded({ dataDir, log: () => {}, notice: () => {} });
  await migrate(database, join(dir, "supabase"));
});
afterAll(async () => {
  await database?.close();
  target?.closeAllConnections();
  target?.close();
  rmSync(dir, { recursive: true, force: true });
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

/** Does the extensions' work until `use` has ended. Returns what was logged. */
async function withWork(use: () => Promise<void>, onLoopback = true): Promise<unknown[]> {
  const logged: unknown[] = [];
  const stop = startExtensions({
    database,
    dataDir: join(dir, "data"),
    isEmbedded: true,
    ownUrl: url,
    apiUrl: "https://api.project.test",
    onLoopback,
    log: (event, error) => logged.push([event, error]),
  });
  try {
    await use();
  } finally {
    await stop();
  }
  return logged;
}

describe("pg_net", () => {
  const responseOf = async (call: string) => {
    const [sent] = await database.query<{ id: string }>(`select ${call}::text as id`);
    const read = () =>
      database.query<Record<string, unknown>>(
        `select status_code, content_type, content, timed_out, error_msg from net._http_response where id = $1::bigint`,
        [sent?.id ?? ""],
      );
    await eventually(async () => expect(await read()).toHaveLength(1));
    return (await read())[0];
  };

  test("posts JSON and stores the answer", async () => {
    received.length = 0;
    const logged = await withWork(async () => {
      const call = `net.http_post('${url}/x?y=1', '{"a":1}', '{"q":"é z"}')`;
      expect(await responseOf(call)).toEqual({
        status_code: 201,
        content_type: "text/plain",
        content: "taken",
        timed_out: false,
        error_msg: null,
      });
    });
    expect(received).toEqual([{ url: "/x?y=1&q=%C3%A9%20z", method: "POST", body: '{"a": 1}' }]);
    expect(logged).toEqual([]);
  });

  test("sends what was requested while the host did not run", async () => {
    await database.query(`select net.http_get('${url}/earlier')`);
    await withWork(() => eventually(() => expect(received.map((one) => one.url)).toContain("/earlier")));
  });

  test("sends each request once, and stores one answer, while one host after another does the work", async () => {
    received.length = 0;
    const ids: string[] = [];
    for (let host = 0; host < 10; host++)
      await withWork(async () => {
        const call = `select net.http_get('${url}/once')::text as id from generate_series(1, 2)`;
        ids.push(...(await database.query<{ id: string }>(call)).map(({ id }) => id));
      });
    await withWork(() =>
      eventually(async () => {
        const answers = await database.query<{ id: string }>(
          "select r.id::text from net._http_response r where r.id = any ($1::bigint[]) order by r.id",
          [`{${ids.join()}}`],
        );
        expect(answers.map(({ id }) => id)).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)));
      }),
    );
    expect(received.filter((one) => one.url === "/once")).toHaveLength(ids.length);
  });

  test("sends nothing of a transaction that is rolled back", async () => {
    await withWork(async () => {
      await database
        .script(`select net.http_get('${url}/rolled-back'); select 1 / 0`)
        .catch((error: Error) => expect(error.message).toBe("division by zero"));
      await responseOf(`net.http_get('${url}/after')`);
    });
    expect(received.map((one) => one.url)).not.toContain("/rolled-back");
  });

  test("stores why a request failed", async () => {
    await withWork(async () => {
      const late = await responseOf(`net.http_get('${url}/never', timeout_milliseconds => 200)`);
      expect(late).toMatchObject({ timed_out: true, error_msg: "Timeout of 200 ms reached" });
      const large = await responseOf(`net.http_get('${url}/large')`);
      expect(large?.error_msg).toBe("the answer has more than 1048576 bytes");
      expect((await responseOf("net.http_get('file:///etc/passwd')"))?.error_msg).toBe(
        "only http and https are supported",
      );
    });
  });

  test("refuses addresses inside the network if other machines reach the host, but its own API", async () => {
    received.length = 0;
    await withWork(async () => {
      const other = `http://localhost:${new URL(url).port}`;
      const refused = await responseOf(`net.http_get('${other}/inside')`);
      expect(refused?.error_msg).toBe("localhost is an address inside the network");
      const own = await responseOf("net.http_get('https://api.project.test/functions/v1/greet')");
      expect(own?.status_code).toBe(201);
    }, false);
    expect(received.map((one) => one.url)).toEqual(["/functions/v1/greet"]);
  });
});

describe("http", () => {
  const call = async (sql: string) =>
    (await database.query<Record<string, unknown>>(`select status, content_type, content from ${sql}`))[0];

  test("answers in the statement that calls, before its transaction ends", async () => {
    received.length = 0;
    await withWork(async () => {
      expect(await call(`extensions.http_post('${url}/now', '{"b":2}', 'application/json')`)).toEqual({
        status: 201,
        content_type: "text/plain",
        content: "taken",
      });
      const header = "array[extensions.http_header('X-Own', '1')]";
      const request = `row('PUT', '${url}/put', ${header}, 'text/plain', 'é')::extensions.http_request`;
      expect((await call(`extensions.http(${request})`))?.status).toBe(201);
      expect((await call(`extensions.http_get('${url}/get', '{"a":"b c"}')`))?.status).toBe(201);
    });
    expect(received).toEqual([
      { url: "/now", method: "POST", body: '{"b":2}' },
      { url: "/put", method: "PUT", body: "é" },
      { url: "/get?a=b+c", method: "GET", body: "" },
    ]);
  });

  test("raises why a request failed, also without the host, and leaves no connection", async () => {
    await withWork(async () => {
      await expect(call(`extensions.http_get('http://127.0.0.1:1/')`)).rejects.toThrow("ECONNREFUSED");
    });
    await expect(
      database.query(
        `with limited as materialized (select extensions.http_set_curlopt('CURLOPT_TIMEOUT_MS', '100') as done)
         select extensions.http_get('${url}/unsent') from limited where done`,
      ),
    ).rejects.toThrow("the host does not answer");
    expect(await database.query("select from net.http_request_queue")).toEqual([]);
    const others =
      "select from pg_stat_activity where query like '%net._http_response where id%' and pid <> pg_backend_pid()";
    await eventually(async () => expect(await database.query(others)).toEqual([]));
  });
});

test("a database webhook tells of the new row", async () => {
  received.length = 0;
  await withWork(async () => {
    await database.query("insert into public.orders values (1, 'Tea')");
    await eventually(() => expect(received).toHaveLength(1));
  });
  const [hook] = received;
  expect(hook).toMatchObject({ url: "/hook?a%20b=c%26d", method: "POST" });
  expect(JSON.parse(hook?.body ?? "")).toEqual({
    old_record: null,
    record: { id: 1, title: "Tea" },
    type: "INSERT",
    table: "orders",
    schema: "public",
  });
});

describe("pg_cron", () => {
  const runs = (name: string) =>
    database.query<{ status: string; return_message: string }>(
      `select d.status, d.return_message from cron.job_run_details d join cron.job j using (jobid)
        where j.jobname = $1 and d.end_time is not null order by runid`,
      [name],
    );

  test("has the job of the migration", async () => {
    expect(await database.query("select jobname, schedule, username, active from cron.job")).toEqual([
      { jobname: "purge", schedule: "0 3 * * *", username: "postgres", active: true },
    ]);
  });

  test("runs a job of a running host, records how it ended, and stops with its row", async () => {
    await withWork(async () => {
      await database.query(
        "select cron.schedule('fill', '1 second', 'insert into public.orders select max(id) + 1 from public.orders')",
      );
      await database.query("select cron.schedule('fail', '1 second', 'select 1 / 0')");
      await eventually(async () => {
        expect((await runs("fill"))[0]).toEqual({ status: "succeeded", return_message: "" });
        expect((await runs("fail"))[0]).toEqual({ status: "failed", return_message: "division by zero" });
      });
      await database.query("select cron.unschedule('fill'), cron.unschedule('fail')");
    });
    expect(await database.query("select jobname from cron.job")).toEqual([{ jobname: "purge" }]);
  });

  test("runs VACUUM, and no job of another role", async () => {
    await withWork(async () => {
      await database.query("select cron.schedule('vacuum', '1 second', 'vacuum public.orders')");
      await database.query(
        "select cron.schedule_in_database('others', '1 second', 'reset role', current_database(), 'anon')",
      );
      await eventually(async () => {
        expect((await runs("vacuum"))[0]?.status).toBe("succeeded");
        expect((await runs("others"))[0]?.return_message).toBe(
          "the host runs jobs of the role postgres only",
        );
      });
      await database.query("delete from cron.job where jobname in ('vacuum', 'others')");
    });
  });

  test.each(["* * * *", "61 seconds", "every day"])("refuses the schedule %j", async (schedule) => {
    await expect(database.query("select cron.schedule($1, 'select 1')", [schedule])).rejects.toThrow(
      `invalid schedule: ${schedule}`,
    );
  });
});

describe("pgjwt", () => {
  const one = async (sql: string) => (await database.query<Record<string, unknown>>(sql))[0];

  // The example of https://www.rfc-editor.org/rfc/rfc7519 has another header; this token is from jwt.io.
  test("signs and verifies a token", async () => {
    const token =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWV9.TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ";
    expect(
      await one(`select payload ->> 'name' as name, valid from extensions.verify('${token}', 'secret')`),
    ).toEqual({
      name: "John Doe",
      valid: true,
    });
    expect(await one(`select valid from extensions.verify('${token}', 'other')`)).toEqual({ valid: false });
    const signed = `extensions.sign('{"sub":"1"}', 'secret', 'HS512')`;
    expect(
      await one(
        `select header::text, payload::text, valid from extensions.verify(${signed}, 'secret', 'HS512')`,
      ),
    ).toEqual({ header: '{"alg" : "HS512", "typ" : "JWT"}', payload: '{"sub":"1"}', valid: true });
    const expired = `extensions.sign('{"exp":1}', 'secret')`;
    expect(await one(`select valid from extensions.verify(${expired}, 'secret')`)).toEqual({ valid: false });
  });
});
