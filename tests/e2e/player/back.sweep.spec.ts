/** Back closes what is open over a page, one at a time, and unsaved input is asked about. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, complete, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { signIn } from "../support/user-actions.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub();
  const admin = await addAdmin(club, "Olga Organiser", "olga@example.com");
  const match = { match_date: daysFromNow(3), match_time: "15:00", league: "Friendly Club" };
  const completed = await addMatch(club, {
    ...match,
    match_date: daysFromNow(1),
    home_team_name: "Leeds",
    away_team_name: "Fulham",
  });
  await predict(club, admin, completed, [2, 1]);
  await complete(club, completed, [2, 1]);
  await addMatch(club, { ...match, home_team_name: "Everton", away_team_name: "Luton Town" });
  // Two rounds whose results are to be entered.
  for (const [round, day] of [
    ["Round 1", -2],
    ["Round 2", -1],
  ] as const)
    await addMatch(club, {
      ...match,
      match_date: daysFromNow(day),
      round,
      home_team_name: "Arsenal",
      away_team_name: "Chelsea",
    });
});
test.afterAll(() => club.stop());

/** Opens Home and then the page, so that Back has somewhere to go. */
async function openPage(page: Page, path: string): Promise<void> {
  await signIn(page, "olga@example.com");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate((to) => {
    window.location.href = to;
  }, path);
  await page.waitForURL((url) => url.pathname + url.search === path);
  await expect(page.locator(".skeleton")).toHaveCount(0);
}

interface Overlay {
  name: string;
  path: string;
  open: (page: Page) => Promise<void>;
  shown: (page: Page) => ReturnType<Page["locator"]>;
}

const overlays: Overlay[] = [
  {
    name: "the menu",
    path: "/matches",
    open: (page) => page.getByRole("button", { name: "Open menu" }).click(),
    shown: (page) => page.getByRole("navigation", { name: "Menu" }),
  },
  {
    name: "the notifications",
    path: "/matches",
    open: (page) => page.getByRole("button", { name: /^Notifications/ }).click(),
    shown: (page) => page.getByRole("dialog", { name: "Notifications" }),
  },
  {
    name: "a player's sheet",
    path: "/leaderboard?competition=friendly_club",
    open: (page) => page.getByRole("link", { name: /Olga/ }).first().click(),
    shown: (page) => page.getByRole("dialog", { name: "Olga Organiser" }),
  },
  {
    name: "a form",
    path: "/manage-matches",
    open: (page) => page.getByRole("button", { name: "Add match" }).click(),
    shown: (page) => page.getByRole("dialog", { name: "Add match" }),
  },
  {
    name: "a row's menu",
    path: "/manage-matches",
    open: (page) => page.getByRole("button", { name: "Actions for Everton v Luton Town" }).click(),
    shown: (page) => page.getByRole("menu"),
  },
  {
    name: "a question that a row's menu opened",
    path: "/manage-matches",
    open: async (page) => {
      await page.getByRole("button", { name: "Actions for Everton v Luton Town" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
    },
    shown: (page) => page.getByRole("alertdialog"),
  },
];

const positionOf = (page: Page) => page.evaluate(() => history.state?.overlays ?? 0);

for (const { name, path, open, shown } of overlays)
  test(`Back closes ${name}, and then leaves the page`, async ({ page }) => {
    await openPage(page, path);
    await open(page);
    await expect(shown(page)).toBeVisible();
    if (name !== "a player's sheet") await expect.poll(() => positionOf(page)).toBe(1);
    await page.goBack();
    await expect(shown(page)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe(path.split("?")[0]);

    // Closed by other means, it leaves no entry.
    await open(page);
    await expect(shown(page)).toBeVisible();
    if (name !== "a player's sheet") await expect.poll(() => positionOf(page)).toBe(1);
    await page.keyboard.press("Escape");
    await expect(shown(page)).toHaveCount(0);
    await expect.poll(() => positionOf(page)).toBe(0);
    if (name !== "a player's sheet") {
      // Forward leads to the entry of what is closed, and from there back at once.
      await page.evaluate(() => history.forward());
      await expect.poll(() => positionOf(page)).toBe(0);
      await expect(shown(page)).toHaveCount(0);
    }
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  });

test("nested overlays close one at a time, and a half-typed match is asked about", async ({ page }) => {
  await openPage(page, "/manage-matches");
  await page.getByRole("button", { name: "Add match" }).click();
  const form = page.getByRole("dialog", { name: "Add match" });
  await form.getByLabel("Home team").fill("Leeds");
  const question = page.getByRole("alertdialog", { name: "Discard what you entered?" });
  const ways = [
    () => page.goBack(),
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(2, 2),
    () => form.getByRole("button", { name: "Close" }).last().click(),
  ];
  for (const close of ways) {
    await close();
    await expect(question).toBeVisible();
    await expect.poll(() => positionOf(page)).toBe(2);
    await page.goBack();
    await expect(question).toHaveCount(0);
    await expect(form.getByLabel("Home team")).toHaveValue("Leeds");
    await expect.poll(() => positionOf(page)).toBe(1);
  }
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(form).toHaveCount(0);
  await expect.poll(() => positionOf(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
});

test("a link in an overlay replaces its entry, and a reload with an open overlay leaves none", async ({
  page,
}) => {
  await openPage(page, "/matches");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page
    .getByRole("navigation", { name: "Menu" })
    .getByRole("link", { name: "Leaderboard", exact: true })
    .first()
    .click();
  await page.waitForURL("**/leaderboard");
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/matches");
  await expect(page.getByRole("navigation", { name: "Menu" })).toHaveCount(0);

  await page.getByRole("button", { name: "Open menu" }).click();
  await expect.poll(() => positionOf(page)).toBe(1);
  await page.reload();
  await expect.poll(() => positionOf(page)).toBe(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
});

const questionOn = (page: Page) => page.getByRole("alertdialog", { name: "Discard what you entered?" });

/** Reloads the page, and answers the browser's question. Returns whether the browser asked. */
async function reload(page: Page, answer: "keep" | "discard"): Promise<boolean> {
  let asked = false;
  page.once("dialog", (dialog) => {
    asked = dialog.type() === "beforeunload";
    void (answer === "keep" ? dialog.dismiss() : dialog.accept());
  });
  const reloaded = page.reload().then(
    () => "reloaded",
    () => "kept",
  );
  // A reload that the reader cancels never ends.
  await Promise.race([reloaded, expect.poll(() => asked && answer === "keep").toBe(true)]);
  page.removeAllListeners("dialog");
  return asked;
}

/** Opens Home and then the page without a reload, as a push message does, so that Back stays in the application. */
async function openWithin(page: Page, path: string): Promise<void> {
  await openPage(page, "/");
  await expect(async () => {
    await page.evaluate((url) => {
      if (window.location.pathname !== url)
        navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { kind: "open", url } }));
    }, path);
    expect(pathOf(page)).toBe(path);
  }).toPass();
  await expect(page.locator(".skeleton")).toHaveCount(0);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const brandLink = (page: Page) => page.getByRole("link", { name: "English Scoreline Club" });

/** Forms that stand in a page, with a change that is not saved and one that takes it back. */
const forms = [
  {
    name: "a tab of the dashboard",
    path: "/admin-dashboard/notifications",
    open: async () => undefined,
    change: (page: Page) => page.getByLabel("Title").fill("Half a thought"),
    isKept: (page: Page) => expect(page.getByLabel("Title")).toHaveValue("Half a thought"),
    restore: (page: Page) => page.getByLabel("Title").fill(""),
  },
  {
    name: "a member's profile",
    path: "/profile",
    open: (page: Page) => page.getByRole("button", { name: "Change full name" }).click(),
    change: (page: Page) => page.getByRole("textbox", { name: "Full name" }).fill("Olga Half"),
    isKept: (page: Page) => expect(page.getByRole("textbox", { name: "Full name" })).toHaveValue("Olga Half"),
    restore: (page: Page) => page.getByRole("textbox", { name: "Full name" }).fill("Olga Organiser"),
  },
  {
    name: "the results of a round, which were set by buttons",
    path: "/enter-results",
    open: async () => undefined,
    change: (page: Page) => page.getByRole("button", { name: "Arsenal: one more" }).click(),
    isKept: (page: Page) => expect(page.getByLabel("Arsenal score", { exact: true })).toHaveValue("1"),
    restore: (page: Page) => page.getByLabel("Arsenal score", { exact: true }).fill(""),
  },
  {
    name: "the home settings, where a box was unticked",
    path: "/admin-dashboard/home-settings",
    open: async () => undefined,
    change: (page: Page) => page.getByRole("checkbox", { name: /^Show the Friendly Club/ }).uncheck(),
    isKept: (page: Page) =>
      expect(page.getByRole("checkbox", { name: /^Show the Friendly Club/ })).not.toBeChecked(),
    restore: (page: Page) => page.getByRole("checkbox", { name: /^Show the Friendly Club/ }).check(),
  },
];

for (const { name, path, open, change, isKept, restore } of forms)
  test(`asks before unsaved input in ${name} is lost`, async ({ page }) => {
    await openWithin(page, path);
    await open(page);
    await change(page);
    const departures = [
      () => brandLink(page).click(),
      () => page.goBack(),
      async () => {
        await page.getByRole("button", { name: "Open menu" }).click();
        await page
          .getByRole("navigation", { name: "Menu" })
          .getByRole("link", { name: "Matches", exact: true })
          .click();
      },
      async () => {
        await page.getByRole("button", { name: "Open menu" }).click();
        await page.getByRole("button", { name: "Sign Out", exact: true }).click();
      },
    ];
    for (const depart of departures) {
      await depart();
      await questionOn(page).getByRole("button", { name: "Keep editing" }).click();
      await expect(questionOn(page)).toHaveCount(0);
      expect(pathOf(page)).toBe(path);
      await isKept(page);
    }
    // Back closes the question, as it closes every overlay.
    await page.goBack();
    await expect(questionOn(page)).toBeVisible();
    await page.goBack();
    await expect(questionOn(page)).toHaveCount(0);
    await isKept(page);
    expect(await reload(page, "keep")).toBe(true);
    await isKept(page);

    await restore(page);
    expect(await reload(page, "keep")).toBe(false);
    await expect(page.locator(".skeleton")).toHaveCount(0);
    await open(page);
    await change(page);
    await page.goBack();
    await questionOn(page).getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => pathOf(page)).toBe("/");
    // The page that was left stays until Home is loaded.
    await expect(page.getByRole("heading", { name: "Your next matches to predict" })).toBeVisible();
    await expect(questionOn(page)).toHaveCount(0);
    await page.goForward();
    await expect.poll(() => pathOf(page)).toBe(path);
    await open(page);
    await change(page);
    expect(await reload(page, "discard")).toBe(true);
  });

test("a page that opens while the browser still removes the entry of a closed overlay stays open", async ({
  page,
}) => {
  await openPage(page, "/leaderboard?competition=friendly_club");
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect.poll(() => positionOf(page)).toBe(1);
  // Presses a link at the moment when the step back begins: a hand is slower, but a redirect is not.
  await page.evaluate(() => {
    const go = history.go.bind(history);
    history.go = (steps) => {
      go(steps);
      document.querySelector<HTMLElement>('.masthead a[href="/matches"]')?.click();
    };
  });
  await page.getByRole("button", { name: "Close menu" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Matches" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/leaderboard/);
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboard" })).toBeVisible();
});

test("asks before another tab or round takes the place of a form, and not after a save", async ({ page }) => {
  await openPage(page, "/admin-dashboard/notifications");
  await page.getByLabel("Title").fill("Kick-off moved");
  await page.getByLabel("Section").selectOption({ label: "Teams" });
  await questionOn(page).getByRole("button", { name: "Keep editing" }).click();
  await page.getByLabel("Message", { exact: true }).fill("It is at four now.");
  await page.getByRole("button", { name: "Send to all users" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("");
  // Text that was typed and removed is nothing to lose.
  await page.getByLabel("Title").pressSequentially("x");
  await page.getByLabel("Title").press("Backspace");
  await page.getByLabel("Section").selectOption({ label: "Teams" });
  await expect.poll(() => pathOf(page)).toBe("/admin-dashboard/teams");

  await page.goto("/enter-results");
  await page.getByRole("button", { name: "Arsenal: one more" }).click();
  const rounds = page.getByLabel(/^Round/);
  const shown = await rounds.inputValue();
  await rounds.selectOption({ index: 1 });
  await questionOn(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(rounds).toHaveValue(shown);
  await rounds.selectOption({ index: 1 });
  await questionOn(page).getByRole("button", { name: "Discard" }).click();
  await expect(rounds).not.toHaveValue(shown);
});

test("signing out discards unsaved input after the question", async ({ page }) => {
  await openPage(page, "/admin-dashboard/notifications");
  await page.getByLabel("Title").fill("Half a thought");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await questionOn(page).getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Signed out successfully")).toBeVisible();
  await expect(questionOn(page)).toHaveCount(0);
});

test("a reload asks about one score of two, which another page keeps", async ({ page }) => {
  await openPage(page, "/matches");
  const home = page.getByLabel("Everton score");
  await home.fill("2");
  await brandLink(page).click();
  await expect.poll(() => pathOf(page)).toBe("/");
  await page.goBack();
  await expect(home).toHaveValue("2");
  expect(await reload(page, "keep")).toBe(true);
  await page.getByLabel("Luton Town score").fill("1");
  expect(await reload(page, "keep")).toBe(false);
});
