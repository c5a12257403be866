/** The bell and its panel: unread, new and read notifications, also by keyboard. */
import { expect, type Page } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { addPlayer, keepFromLiveChanges, must, openLive } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { hold, newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;
let playerId: string;
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  playerId = await addPlayer(club, "Nora Notified", "nora@example.com");
  page = await newVisitor(browser, club, browserErrors);
  await signIn(page, "nora@example.com");
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

const notify = (...titles: readonly (readonly [title: string, type: string])[]) =>
  must(
    club.secret
      .from("notifications")
      .insert(titles.map(([title, type]) => ({ user_id: playerId, title, message: `${title}.`, type }))),
  );
const bell = () => page.getByRole("button", { name: /^Notifications/ });
const panel = () => page.getByRole("dialog", { name: "Notifications" });
const items = () => panel().getByRole("listitem");

test("without notifications the bell has no badge and the panel says so", async () => {
  await openLive(page, "/", 2);
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toHaveText("");
  await bell().click();
  await expect(panel().getByText("No notifications yet")).toBeVisible();
  await expect(panel().getByRole("button", { name: "Mark all as read" })).toBeHidden();
  await page.keyboard.press("Escape");
});

test(
  "a panel that could not be loaded says so instead of being empty, and Retry loads it",
  SWEEP,
  async ({ page: failing }) => {
    await signIn(failing, "nora@example.com");
    await failing.route("**/rest/v1/notifications*", (route) =>
      route.fulfill({ status: 400, json: { message: "broken" } }),
    );
    await keepFromLiveChanges(failing);
    await failing.goto("/profile");
    await failing.getByRole("button", { name: /^Notifications/ }).click();
    const shown = failing.getByRole("dialog", { name: "Notifications" });
    await expect(shown.getByText("Failed to load your notifications")).toBeVisible();
    await expect(shown.getByText("No notifications yet")).toBeHidden();
    await failing.unroute("**/rest/v1/notifications*");
    await shown.getByRole("button", { name: "Retry" }).click();
    await expect(shown.getByText("No notifications yet")).toBeVisible();
  },
);

test("a new notification raises the count and appears first", async () => {
  // The first one arrives live while the page waits for a list that was read before.
  const arrived = new Promise<void>((resolve) =>
    page.once("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => payload.toString().includes("First.") && resolve()),
    ),
  );
  await page.route("**/rest/v1/notifications*", async (route) => {
    const answer = await route.fetch();
    await arrived;
    await route.fulfill({ response: answer });
  });
  await openLive(page, "/", 2);
  await notify(["First", "info"]);
  await expect(bell()).toHaveAccessibleName("Notifications, 1 unread");
  await page.unrouteAll({ behavior: "wait" });
  await notify(["Second", "success"]);
  await expect(bell()).toHaveAccessibleName("Notifications, 2 unread");
  await expect(bell()).toHaveText("2");
  await bell().click();
  await expect(items().first()).toContainText("Second");
  await notify(["Third", "warning"]);
  await expect(items()).toHaveText([/Third/, /Second/, /First/]);
  await expect(bell()).toHaveText("3");
});

test("a withdrawn message disappears from the open bell", async () => {
  await openLive(page, "/", 2);
  const sent = await club.secret.rpc("send_club_message", {
    _title: "Wrong day",
    _message: "Not on Monday.",
  });
  expect(sent.error).toBeNull();
  await expect(bell()).toHaveAccessibleName("Notifications, 4 unread");
  const { data } = await club.secret.rpc("club_messages");
  const withdrawn = await club.secret.rpc("withdraw_club_message", { _message_id: data?.[0]?.id ?? "" });
  expect(withdrawn.error).toBeNull();
  await expect(bell()).toHaveAccessibleName("Notifications, 3 unread");
  await bell().click();
  await expect(items()).toHaveText([/Third/, /Second/, /First/]);
});

test("each kind has a label, and the panel is 20rem wide and scrolls at 20rem", async () => {
  await notify(["Fourth", "error"]);
  await openLive(page, "/", 2);
  await bell().click();
  await expect(items()).toHaveText([/^error: Fourth/, /^warning: Third/, /^success: Second/, /^info: First/]);
  // An unknown type is shown as info: another version of the server may have more than four.
  await page.route("**/rest/v1/notifications*", async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const answer = await route.fetch();
    const rows = (await answer.json()) as { type: string }[];
    await route.fulfill({ response: answer, json: rows.map((row) => ({ ...row, type: "fanfare" })) });
  });
  await page.reload();
  await bell().click();
  await expect(items().first()).toHaveText(/^info: Fourth/);
  await page.unrouteAll({ behavior: "wait" });
  const box = await panel().boundingBox();
  expect(Math.round(box?.width ?? 0)).toBe(320);
  const scroll = panel().getByRole("region", { name: "Latest" });
  await expect(scroll).toHaveCSS("max-height", "320px");
  await expect(scroll).toHaveCSS("overflow-y", "auto");
});

test("one or all are marked as read and stay read", async () => {
  await openLive(page, "/", 2);
  await bell().click();
  await items().first().getByRole("button").click();
  await expect(bell()).toHaveText("3");
  await expect(items().first().getByRole("button")).toBeHidden();
  await panel().getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell()).toHaveText("");
  await expect(panel().getByRole("button", { name: "Mark all as read" })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  const { count } = await must(
    club.secret.from("notifications").select("id", { count: "exact", head: true }).eq("read", false),
  );
  expect(count).toBe(0);
});

test("line breaks are kept", SWEEP, async () => {
  const message = "Arsenal v Chelsea at 15:00,\nLeeds v Luton at 17:30.";
  await must(club.secret.from("notifications").insert({ user_id: playerId, title: "Fifth", message }));
  await openLive(page, "/", 2);
  await bell().click();
  expect(await items().filter({ hasText: "Fifth" }).innerText()).toContain(message);
  await panel().getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell()).toHaveText("");
});

test("the badge shows 9+ above nine, the panel the newest twenty, and the count all", async () => {
  await notify(...Array.from({ length: 25 }, (_, at) => [`Number ${at + 1}`, "info"] as const));
  await openLive(page, "/", 2);
  await expect(bell()).toHaveText("9+");
  await expect(bell()).toHaveAccessibleName("Notifications, 25 unread");
  await bell().click();
  await expect(items()).toHaveCount(20);
  const scroll = panel().getByRole("region", { name: "Latest" });
  expect(await scroll.evaluate((element) => [element.clientHeight, element.scrollHeight > 320])).toEqual([
    320,
    true,
  ]);
  await panel().getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell()).toHaveText("");
});

test(
  "by keyboard, Enter opens and marks, focus stays in the panel, and Escape returns it to the bell",
  SWEEP,
  async () => {
    await notify(["By hand", "info"]);
    await openLive(page, "/", 2);
    await expect(bell()).toHaveText("1");
    await bell().focus();
    await page.keyboard.press("Enter");
    await expect(panel()).toBeVisible();
    const item = items().first().getByRole("button");
    await item.focus();
    await page.keyboard.press("Enter");
    await expect(item).toBeHidden();
    await expect(panel().locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(panel()).toBeHidden();
    await expect(bell()).toBeFocused();
  },
);

test("the panel shows that it is loading", SWEEP, async () => {
  const release = await hold(page, "**/rest/v1/notifications*");
  await page.goto("/");
  await bell().click();
  await expect(panel().getByText("Loading notifications...")).toBeVisible();
  release();
  await expect(items().first()).toBeVisible();
  await page.unroute("**/rest/v1/notifications*");
});

test("failures are logged, nothing changes, and loading ends", SWEEP, async () => {
  await notify(["Stubborn", "info"]);
  await openLive(page, "/", 2);
  await bell().click();
  await page.route("**/rest/v1/notifications*", (route) =>
    route.fulfill({ status: 500, json: { message: "broken" } }),
  );
  await items().first().getByRole("button").click();
  await expect.poll(() => browserErrors.join()).toContain("could not be marked as read");
  await panel().getByRole("button", { name: "Mark all as read" }).click();
  await expect.poll(() => browserErrors.join().split("could not be marked as read").length).toBe(3);
  await expect(bell()).toHaveText("1");
  await expect(items().first().getByRole("button")).toBeVisible();
  const messages = page.getByRole("region", { name: "Latest messages" });
  await expect(messages).toBeAttached();
  await expect(messages.getByRole("listitem")).toHaveCount(0);

  await page.reload();
  await bell().click();
  await expect(panel().getByText("Loading notifications...")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => browserErrors.join()).toContain("Notifications could not be read");
  await page.unroute("**/rest/v1/notifications*");
  browserErrors.splice(0);
});
