/** The page of a worker has nothing left of the test before. */
import { expect, type Page } from "@playwright/test";
import { type Club, openClub } from "./club.ts";
import { test } from "./test.ts";

test.describe.configure({ mode: "serial" });

let club: Club;
test.beforeAll(async () => {
  club = await openClub();
});
test.afterAll(() => club.stop());

/** What is stored at the club's origin, and what a test may have changed of the page itself. */
async function leftIn(page: Page) {
  await page.goto("/config.json");
  return page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
    history: history.length,
    script: Reflect.get(globalThis, "left") ?? null,
    width: innerWidth,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    isOnline: navigator.onLine,
    routed: await fetch("/routed").then(({ status }) => status),
  }));
}

const EMPTY = {
  local: 0,
  session: 0,
  cookies: "",
  databases: 0,
  caches: [],
  history: 2, // the blank page and this one
  script: null,
  width: 390,
  isDark: false,
  isOnline: true,
  routed: 200,
};

test("a test leaves something in every place", async ({ page }) => {
  expect(await leftIn(page)).toEqual(EMPTY);
  await page.addInitScript(() => Object.assign(globalThis, { left: "script" }));
  await page.route("**/routed", (route) => route.fulfill({ status: 418 }));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/auth");
  await page.evaluate(async () => {
    localStorage.setItem("left", "local");
    sessionStorage.setItem("left", "session");
    // biome-ignore lint/suspicious/noDocumentCookie: the other way needs a secure address
    document.cookie = "left=cookie";
    await new Promise((opened) => (indexedDB.open("left").onsuccess = opened));
    await caches.open("left");
    history.pushState(null, "", "/left");
  });
  const left = await leftIn(page);
  for (const [place, value] of Object.entries(EMPTY))
    if (place !== "isOnline") expect(left, place).not.toMatchObject({ [place]: value });
  await page.context().setOffline(true);
});

test("the next test finds an empty page", async ({ page }) => {
  expect(await leftIn(page)).toEqual(EMPTY);
});
