import { expect, it } from "vitest";
import { onEndedSession } from "./ended-session-listener.ts";
import { isOtherAnswer } from "./other-answers.ts";

const told: string[] = [];
onEndedSession((authorization) => told.push(authorization));

it.each([
  ["a write that the database refuses", 400, { code: "SL012", message: "Your session has expired" }, true],
  ["the auth service", 403, { code: 403, error_code: "session_not_found", msg: "No session" }, true],
  ["the auth service of today", 403, { code: "session_expired", message: "Session expired" }, true],
  ["an edge function", 401, { code: "session_not_found", error: "Your session has expired" }, true],
  ["a token that has to be refreshed", 401, { code: "PGRST303", message: "JWT expired" }, false],
  ["a locked match", 400, { code: "SL001", message: "This match has locked" }, false],
  ["a host that fails", 500, { code: "SL012", message: "It failed" }, false],
])("tells of %s: %s", (_, status, body, isEnded) => {
  told.length = 0;
  const asked = (headers: Record<string, string>) => ({
    url: "/rest/v1/user_predictions",
    method: "POST",
    headers: new Headers(headers),
  });
  for (const headers of [{}, { authorization: "Bearer token" }] as Record<string, string>[])
    expect(isOtherAnswer(asked(headers), Response.json(body, { status }), JSON.stringify(body))).toBe(true);
  expect(told).toEqual(isEnded ? ["Bearer token"] : []);
});
