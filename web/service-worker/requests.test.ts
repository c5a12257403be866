import { describe, expect, it } from "vitest";
import { strategyOf } from "./requests.ts";

const origin = "https://club.example";
const navigate = (path: string) =>
  strategyOf({ url: `${origin}${path}`, method: "GET", mode: "navigate" }, origin);
const load = (url: string, method = "GET") =>
  strategyOf({ url: new URL(url, origin).href, method, mode: "cors" }, origin);

describe("the service worker", () => {
  it.each([
    "/",
    "/matches",
    "/leaderboard?competition=overall",
    "/archives/1",
    "/auth",
    "/auth?mode=register",
  ])("answers the page %s without a server", (path) => expect(navigate(path)).toBe("page"));

  it.each([
    "/auth/v1/verify?token=x",
    "/functions/v1/calendar/x",
    "/storage/v1/object/public/news-images/x.jpg",
    "/rest/v1/matches",
    "/outbox?token=x",
    "/healthz",
    "/host-proof",
    "/.well-known/change-password",
    "/season.csv",
  ])("leaves %s to the browser", (path) => expect(navigate(path)).toBe("browser"));

  it("caches built files and the club's settings", () => {
    expect(load("/assets/main-1a2b3c4d.js")).toBe("asset");
    expect(load("/config.json")).toBe("settings");
  });

  it("leaves writes, requests to services and other origins to the browser", () => {
    expect(load("/assets/main-1a2b3c4d.js", "POST")).toBe("browser");
    expect(load("/rest/v1/matches?select=*")).toBe("browser");
    expect(load("/auth/v1/user")).toBe("browser");
    expect(load("https://logos.example/assets/arsenal.png")).toBe("browser");
  });
});
