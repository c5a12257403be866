import { expect, test } from "vitest";
import { DatabaseError } from "../database/database.ts";
import { fromDatabase } from "./database-errors.ts";

const message = 'infinite recursion detected in policy for relation "members"';

test("names the table of recursive policies to the developer only", () => {
  const error = new DatabaseError(message, "42P17");
  expect(fromDatabase(error, true, true)).toMatchObject({ status: 500, body: { code: "42P17", message } });
  expect(fromDatabase(error, true, false).body.message).toBe("Internal error");
});

test("hides other internal errors from the developer too", () => {
  expect(fromDatabase(new DatabaseError("x", "XX000"), true, true).body.message).toBe("Internal error");
});
