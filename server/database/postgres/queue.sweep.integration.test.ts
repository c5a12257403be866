import { expect, it } from "vitest";
import { useServer } from "../cluster.fixture.ts";

const server = useServer();

it("runs urgent calls before the others that wait for a connection, but one of the others after three of them", async () => {
  const db = server.open({ connections: 1 });
  const order: string[] = [];
  const call = async (name: string, isUrgent: boolean) => {
    await db.run(null, [{ text: `select '${name}'` }], isUrgent);
    order.push(name);
  };
  const calls = (names: string[], isUrgent: boolean) => names.map((name) => call(name, isUrgent));
  // The connection is not open yet.
  await Promise.all([...calls(["r1", "r2", "r3"], false), ...calls(["s1", "s2", "s3", "s4"], true)]);
  expect(order).toEqual(["s1", "s2", "s3", "r1", "s4", "r2", "r3"]);
});
