import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createClassify, readPriorities } from "./request-class.ts";

const priorities = readPriorities("supabase");
const classify = createClassify(priorities);

describe("the class of a request", () => {
  it.each([
    ["POST", "/rest/v1/user_predictions", "save"],
    ["PATCH", "/rest/v1/user_predictions", "save"],
    ["POST", "/rest/v1/rpc/redeem_plan_code", "save"],
    ["GET", "/rest/v1/matches", "read"],
    ["POST", "/rest/v1/rpc/leaderboard", "read"],
    ["POST", "/rest/v1/rpc/points_over_time", "statistics"],
    ["GET", "/auth/v1/user", "session"],
    ["PUT", "/auth/v1/user", "password"],
    ["POST", "/auth/v1/signup", "password"],
    ["GET", "/storage/v1/object/public/news/a.png", "file"],
    ["POST", "/functions/v1/phone-lookup", "function"],
  ])("%s %s is %s", (method, path, kind) => {
    expect(classify(method, path, "")).toBe(kind);
  });

  it("of a token request depends on the grant", () => {
    expect(classify("POST", "/auth/v1/token", "?grant_type=password")).toBe("password");
    expect(classify("POST", "/auth/v1/token", "?grant_type=refresh_token")).toBe("session");
  });

  it.each([
    ["GET", "/"],
    ["GET", "/healthz"],
    ["GET", "/assets/index.js"],
    ["GET", "/auth/v1/health"],
    ["POST", "/realtime/v1/api/broadcast"],
    ["OPTIONS", "/rest/v1/matches"],
  ])("%s %s has none and is never queued", (method, path) => {
    expect(classify(method, path, "")).toBeNull();
  });

  it("names only functions that the database has", () => {
    const types = readFileSync("supabase/database.types.ts", "utf8");
    const named = [...priorities.saving_functions, ...priorities.statistics_functions];
    expect(named.filter((name) => !types.includes(`"${name}":`))).toEqual([]);
  });
});
