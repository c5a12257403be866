import { expect, it } from "vitest";
import { noteEndedSession, onEndedSession } from "./ended-session.ts";

const told: string[] = [];
onEndedSession((authorization) => told.push(authorization));

it.each([
  ["a write that the database refuses", 400, { code: "SL012", message: "Your session has expired" }, true],
  [
    "the auth service",
    403,
    { code: 403, error_code: "session_not_found", msg: "Session does not exist" },
    true,
  ],
  ["the auth service of today", 403, { code: "session_expired", message: "Session expired" }, true],
  ["an edge function", 401, { code: "session_not_found", error: "Your session has expired" }, true],
  ["a token that has to be refreshed", 401, { code: "PGRST303", message: "JWT expired" }, false],
  ["a locked match", 400, { code: "SL001", message: "This match has locked" }, false],
  ["a host that fails", 500, { code: "SL012" }, false],
])("tells of %s: %s", async (_, status, body, isEnded) => {
  told.length = 0;
  const answer = Response.json(body, { status });
  noteEndedSession(answer, "Bearer token");
  noteEndedSession(answer, null);
  expect(await answer.json()).toEqual(body);
  await expect.poll(() => told).toEqual(isEnded ? ["Bearer token"] : []);
});
