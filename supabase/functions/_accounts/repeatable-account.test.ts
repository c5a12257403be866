import { expect, test } from "vitest";
import { repeatableAccount } from "./repeatable-account.ts";

test("the same request for the same member has the same account and password", async () => {
  const first = await repeatableAccount("secret", "admin key member");
  expect(await repeatableAccount("secret", "admin key member")).toEqual(first);
  expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(first.password).toMatch(/^[A-Z][a-z]{3}-[2-9][a-z]{3}-[a-z2-9]{4}-[a-z2-9]{4}$/);
});

test("another secret key or another request has others", async () => {
  const accounts = await Promise.all([
    repeatableAccount("secret", "admin key member"),
    repeatableAccount("other", "admin key member"),
    repeatableAccount("secret", "other key member"),
  ]);
  expect(new Set(accounts.map(({ id }) => id)).size).toBe(3);
  expect(new Set(accounts.map(({ password }) => password)).size).toBe(3);
});

test("every password meets the club's rules", async () => {
  for (let n = 0; n < 200; n++) {
    const { password } = await repeatableAccount("secret", String(n));
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{19}$/);
  }
});
