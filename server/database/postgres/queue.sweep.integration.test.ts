import { expect, it } from "vitest";
import { useServer } from "../cluster.fixture.ts";

const server = useServer();

it("runs an urgent call before the others that wait for a connection", async () => {
  const db = server.open({ connections: 1 });
  const order: number[] = [];
  const call = async (n: number, isUrgent = false) => {
    await db.run(null, [{ text: `select ${n}` }], isUrgent);
    order.push(n);
  };
  // The connection is not open yet.
  await Promise.all([call(1), call(2), call(3, true)]);
  expect(order).toEqual([3, 1, 2]);
});
