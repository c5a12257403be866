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

test("calls every due function with its row, and stopping waits for the responses", async () => {
  const called: string[] = [];
  const answered: unknown[] = [];
  let answer = () => {};
  const answers = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const stop = start(async (name, body) => {
    called.push(name);
    await answers;
    answered.push([name, body]);
  });
  await eventually(() => expect(called).toEqual(["one", "two"]));
  const stopped = stop();
  answer();
  await stopped;
  expect(answered).toEqual([
    ["one", { id: 1 }],
    ["two", { id: 2 }],
  ]);
  expect(await told()).toEqual([]);
});

test("reports a failed call to the database immediately", async () => {
  const stop = start(async (name) => {
    if (name === "one") throw new Error("no answer");
  });
  await eventually(async () => expect(await told()).toEqual([{ id: 1, reason: "Error: no answer" }]));
  await stop();
});

test("aborts and reports a call that takes too long when the host stops", async () => {
  const stop = start(
    (_name, _body, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  await eventually(async () => expect(await database.query("select id from due")).toEqual([]));
  await stop();
  expect(await told()).toEqual([
    { id: 1, reason: "Error: the host is stopping" },
    { id: 2, reason: "Error: the host is stopping" },
  ]);
});

test("runs a notified job before its next interval, even while it is running", async () => {
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

test("runs a job that became due before LISTEN took effect without waiting for the next interval", async () => {
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
