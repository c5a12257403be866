import { describe, expect, it } from "vitest";
import { answeringOf } from "./requests.ts";

const origin = "https://club.example";
const open = (path: string) =>
  answeringOf({ url: `${origin}${path}`, method: "GET", mode: "navigate" }, origin);
const load = (url: string, method = "GET") =>
  answeringOf({ url: new URL(url, origin).href, method, mode: "cors" }, origin);

describe("the service worker", () => {
  it.each([
    "/",
    "/matches",
    "/leaderboard?competition=overall",
    "/archives/1",
    "/auth",
    "/auth?mode=register",
  ])("answers the screen %s when no server does", (path) => expect(open(path)).toBe("page"));

  it.each([
    "/auth/v1/verify?token=x",
    "/functions/v1/calendar/x",
    "/storage/v1/object/public/news-images/x.jpg",
    "/rest/v1/matches",
    "/outbox?token=x",
    "/healthz",
    "/host-proof",
    "/season.csv",
  ])("leaves the address %s to the browser", (path) => expect(open(path)).toBe("browser"));

  it("keeps files that never change, and the club's settings", () => {
    expect(load("/assets/main-1a2b3c4d.js")).toBe("asset");
    expect(load("/config.json")).toBe("settings");
  });

  it("never touches what is written, what is asked of a service, or what lies elsewhere", () => {
    expect(load("/assets/main-1a2b3c4d.js", "POST")).toBe("browser");
    expect(load("/rest/v1/matches?select=*")).toBe("browser");
    expect(load("/auth/v1/user")).toBe("browser");
    expect(load("https://logos.example/assets/arsenal.png")).toBe("browser");
  });
});
