import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../tests/engines/open-test-database.ts";
import type { Database } from "../database/database.ts";
import { createOutbox, readOutbox } from "./outbox.ts";
import { createOutboxPage, newOutboxToken } from "./outbox-page.ts";

const token = newOutboxToken();
let database: Database;
let page: ReturnType<typeof createOutboxPage>;

beforeAll(async () => {
  database = await openTestDatabase("bootstrapped");
  page = createOutboxPage({ database, token });
  const { mail, text } = createOutbox(database);
  await mail.send({
    to: "ada@club.test",
    subject: "<b>Goal</b>",
    html: '<p title="x">2-1 & on</p>',
    text: "2-1",
  });
  await text.send({ to: "+23052512345", body: "Your code is 123456 <script>" });
});

afterAll(() => database.close());

test("the outbox needs its token", async () => {
  for (const query of ["", "?token=", "?token=guess", "?format=json"]) {
    const response = await page.request(`/outbox${query}`);
    expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining("123456")]);
  }
});

test("the token opens it, and a cookie keeps it open", async () => {
  const first = await page.request(`/outbox?token=${token}`);
  const cookie = first.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  const again = await page.request("/outbox", { headers: { cookie: cookie.split(";")[0] ?? "" } });
  expect(again.status).toBe(200);
});

test("returns JSON, newest first, filtered by recipient", async () => {
  const all = await (await page.request(`/outbox?format=json&token=${token}`)).json();
  expect(all).toMatchObject([
    { kind: "text", recipient: "+23052512345", body: "Your code is 123456 <script>" },
    { kind: "mail", recipient: "ada@club.test", subject: "<b>Goal</b>", body: "2-1" },
  ]);
  const one = await (await page.request(`/outbox?format=json&token=${token}&to=ada@club.test`)).json();
  expect(one).toHaveLength(1);
});

test("messages cannot run scripts on the page", async () => {
  const response = await page.request(`/outbox?token=${token}`);
  const text = await response.text();
  expect(text).toContain("&lt;b&gt;Goal&lt;/b&gt;");
  expect(text).toContain("&lt;script&gt;");
  expect(text).toContain('srcdoc="<base target=&quot;_blank&quot;><p title=&quot;x&quot;>2-1 &amp; on</p>"');
  expect(text).not.toContain("<script");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("keeps only the newest thousand messages", async () => {
  await database.query(
    "insert into host.outbox (kind, recipient) select 'text', 'x' from generate_series(1, 1200)",
  );
  await createOutbox(database).text.send({ to: "+1", body: "last" });
  expect((await readOutbox(database, null, 5000)).length).toBe(1000);
});
