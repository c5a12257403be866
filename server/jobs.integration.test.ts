import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "../tests/engines/open-test-database.ts";
import { eventually } from "../tests/eventually.ts";
import type { Database } from "./database/database.ts";
import { type JobDeps, startJobs } from "./jobs.ts";

const JOB = {
  name: "next",
  every_seconds: 3600,
  sql: "delete from due where id = (select min(id) from due) returning name as edge_function, id",
  call_failed: "insert into told select ($1::json ->> 'id')::int, $2",
};
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase("empty");
  await database.script("create table due (id int, name text); create table told (id int, reason text)");
});
beforeEach(() => database.script("truncate told; insert into due values (1, 'one'), (2, 'two')"));
afterAll(() => database.close());

const told = () => database.query("select id, reason from told order by id");
const start = (callFunction: JobDeps["callFunction"]) =>
  startJobs({ database, callFunction, failed: () => {} }, [JOB]);

test("every function that is due is called with its row, and stopping waits until they have answered", async () => {
  const answered: unknown[] = [];
  const stop = start(async (name, body) => {
    await database.query("select pg_sleep(0.1)");
    answered.push([name, body]);
  });
  await eventually(async () => expect(await database.query("select id from due")).toEqual([]));
  await stop();
  expect(answered).toEqual([
    ["one", { id: 1 }],
    ["two", { id: 2 }],
  ]);
  expect(await told()).toEqual([]);
});

test("a call that fails is told to the database at once", async () => {
  const stop = start(async (name) => {
    if (name === "one") throw new Error("no answer");
  });
  await eventually(async () => expect(await told()).toEqual([{ id: 1, reason: "Error: no answer" }]));
  await stop();
});

test("a call that takes longer than the host wants to wait is cut off, and told", async () => {
  const stop = start(
    (_name, _body, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  await eventually(async () => expect(await database.query("select id from due")).toEqual([]));
  await stop();
  expect(await told()).toEqual([
    { id: 1, reason: "Error: the host stops" },
    { id: 2, reason: "Error: the host stops" },
  ]);
});

test("a job that is woken runs before its next beat, also while it is running", async () => {
  const calls: unknown[] = [];
  const call = async (name: string) => {
    calls.push(name);
    if (name === "one") await database.script("insert into due values (3, 'three'); notify more");
  };
  const deps = { database, callFunction: call, failed: () => {} };
  const stop = startJobs(deps, [{ ...JOB, wakes_on: "more" }]);
  await eventually(() => expect(calls).toEqual(["one", "two", "three"]));
  await database.script("insert into due values (4, 'four'); notify more");
  await eventually(() => expect(calls).toEqual(["one", "two", "three", "four"]));
  await stop();
});

test("a row that becomes due before LISTEN takes effect does not wait for the next interval", async () => {
  const calls: string[] = [];
  const late: JobDeps["database"] = {
    query: (...query) => database.query(...query),
    async listen(channel, heard) {
      await eventually(() => expect(calls).toEqual(["one", "two"]));
      await database.script("insert into due values (3, 'three'); notify more");
      return database.listen(channel, heard);
    },
  };
  const deps = {
    database: late,
    callFunction: async (name: string) => void calls.push(name),
    failed: () => {},
  };
  const stop = startJobs(deps, [{ ...JOB, wakes_on: "more" }]);
  await eventually(() => expect(calls).toEqual(["one", "two", "three"]));
  await stop();
});
