import { expect, test } from "vitest";
import { databaseAddress } from "./database-address.ts";

const common = { user: "postgres", port: 5432, database: "postgres" };

test("names a socket's folder as the parameter host", () => {
  expect(databaseAddress({ ...common, host: "/tmp/a folder" })).toBe(
    "postgresql://postgres@/postgres?host=/tmp/a%20folder&port=5432",
  );
});

test("contains the password of a port, with its special characters encoded", () => {
  expect(databaseAddress({ ...common, host: "127.0.0.1", password: "a/b@c" })).toBe(
    "postgresql://postgres:a%2Fb%40c@127.0.0.1:5432/postgres",
  );
});
