import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Location, PageHistory, rewriteAddress } from "./page-history.ts";

let history: PageHistory;
/** The locations that the subscriber received. */
let told: Location[];

beforeEach(() => {
  window.history.pushState(null, "", "/matches?competition=fa_cup");
  history = new PageHistory();
  told = [];
  history.subscribe((location) => void told.push(location));
});
afterEach(() => history.close());

const address = () => window.location.pathname + window.location.search + window.location.hash;
const paths = () => told.map(({ action, pathname, search }) => `${action} ${pathname}${search}`);

/** Makes a step as the browser's buttons do, and waits for its event. */
async function step(count: number): Promise<void> {
  const stepped = new Promise<void>((heard) => {
    const stop = history.onStep(() => {
      stop();
      heard();
    });
  });
  window.history.go(count);
  await stepped;
}

it("starts at the window's address, and keeps key and state across a reload", () => {
  const { pathname, search, action } = history.location;
  expect([pathname, search, action]).toEqual(["/matches", "?competition=fa_cup", "POP"]);
  history.navigate("/groups", { state: { opened: true } });
  const { key } = history.location;
  const reloaded = new PageHistory();
  expect(reloaded.location).toMatchObject({ pathname: "/groups", state: { opened: true }, key });
  reloaded.close();
});

it("adds or replaces an entry, and accepts relative addresses", async () => {
  history.navigate("/groups");
  history.navigate("/archives", { replace: true });
  history.navigate("?of=1#top", { state: 7, keepsScroll: true });
  expect(address()).toBe("/archives?of=1#top");
  expect(history.location).toMatchObject({ hash: "#top", state: 7, keepsScroll: true });
  expect(paths()).toEqual(["PUSH /groups", "REPLACE /archives", "PUSH /archives?of=1"]);
  await step(-2);
  expect(paths().at(-1)).toBe("POP /matches?competition=fa_cup");
  expect(history.location.keepsScroll).toBe(false);
});

it("calls beforeLeaving with the page that it leaves", async () => {
  const left: string[] = [];
  history.beforeLeaving(({ pathname }) => void left.push(pathname));
  history.navigate("/groups");
  await step(-1);
  expect(left).toEqual(["/matches", "/groups"]);
});

it("replaces an overlay's entry, so that Back skips it", async () => {
  history.addOverlay();
  history.addOverlay();
  expect([history.overlays, told.length]).toEqual([2, 0]);
  await step(-1);
  expect([history.overlays, told.length]).toEqual([1, 0]);
  history.navigate("/groups");
  expect([history.overlays, history.location.action]).toEqual([0, "REPLACE"]);
  await step(-1);
  expect(paths()).toEqual(["REPLACE /groups", "POP /matches?competition=fa_cup"]);
});

it("waits for a pending step before it opens a page", async () => {
  history.addOverlay();
  const ended = new Promise<boolean>((own) => history.onStep(own));
  history.step(-1);
  history.navigate("/groups");
  expect(told).toEqual([]);
  expect(await ended).toBe(true);
  expect(paths()).toEqual(["PUSH /groups"]);
  await step(-1);
  expect(address()).toBe("/matches?competition=fa_cup");
});

it("reads the entry that the browser adds for a fragment", async () => {
  const stepped = new Promise((heard) => history.onStep(heard));
  window.location.hash = "main";
  await stepped;
  expect(history.location).toMatchObject({ pathname: "/matches", hash: "#main", action: "POP" });
  history.navigate("/groups");
  await step(-2);
  expect(history.location.hash).toBe("");
});

it("rewrites the address without a navigation, and Back still works", async () => {
  history.navigate("/auth?error=1");
  rewriteAddress("/auth");
  expect(told).toHaveLength(1);
  await step(-1);
  expect(paths().at(-1)).toBe("POP /matches?competition=fa_cup");
});

describe("a guard", () => {
  let proceed: (() => void) | undefined;
  let asked: string[];
  beforeEach(() => {
    history.navigate("/profile");
    asked = [];
    told.length = 0;
    history.guard = (from, to, go) => {
      asked.push(`${from.pathname} ${to.pathname}`);
      proceed = go;
      return true;
    };
  });

  it("blocks a link until proceed is called", () => {
    history.navigate("/groups", { state: 1 });
    expect([asked, told, address()]).toEqual([["/profile /groups"], [], "/profile"]);
    proceed?.();
    expect(history.location).toMatchObject({ pathname: "/groups", state: 1, action: "PUSH" });
  });

  it("blocks a step until proceed is called, and is asked once", async () => {
    await step(-1);
    await new Promise<void>((back) => history.onStep(() => back()));
    expect([asked, told, address()]).toEqual([["/profile /matches"], [], "/profile"]);
    const stepped = new Promise((heard) => history.onStep(heard));
    proceed?.();
    await stepped;
    expect(paths()).toEqual(["POP /matches?competition=fa_cup"]);
    expect(asked).toHaveLength(1);
  });

  it("is not asked when an overlay closes", async () => {
    history.addOverlay();
    await step(-1);
    expect(asked).toEqual([]);
  });
});
