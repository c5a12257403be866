import { expect, test } from "vitest";
import type { Mail } from "./carriers.ts";
import { createOutboxEndpoint } from "./outbox-endpoint.ts";

const kept: Mail[] = [];
const door = createOutboxEndpoint({
  mail: { delivers: false, send: async (mail) => void kept.push(mail) },
  secretKey: "sb_secret_mine",
});
const MAIL = { to: "ada@club.test", subject: "Goal", text: "2-1", html: "<p>2-1</p>" };

function post(body: unknown, key = "sb_secret_mine") {
  return door.request("/outbox", {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
}

test("stores a function's email in the outbox", async () => {
  expect((await post(MAIL)).status).toBe(204);
  expect(kept.splice(0)).toEqual([MAIL]);
});

test.each(["", "sb_secret_other", "sb_publishable_mine"])("refuses the key %j", async (key) => {
  expect((await post(MAIL, key)).status).toBe(401);
  expect(kept).toEqual([]);
});

test.each([[null], [{}], [{ ...MAIL, to: "nobody" }]])("refuses the invalid email %j", async (body) => {
  expect((await post(body)).status).toBe(400);
  expect(kept).toEqual([]);
});

test("refuses a body that is too large", async () => {
  expect((await post({ ...MAIL, html: "x".repeat(200_000) })).status).toBe(413);
});
