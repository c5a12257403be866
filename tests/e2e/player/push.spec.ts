/**
 * Push messages in a browser: the offer, refused and missing permission, and delivery. The browser
 * vendor's push service is replaced by a local one, also inside the browser.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { type PushService, startPushService } from "../../api/support/push-service.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer, must } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { enterPrediction, newVisitor, signIn } from "../support/user-actions.ts";

let club: Club;
test.use({ serviceWorkers: "allow" });
let service: PushService;
test.beforeAll(async () => {
  service = await startPushService();
  club = await openClub();
  const never = { setting_key: "quiet_hours", setting_value: "00:00-00:00" };
  await must(club.secret.from("admin_settings").insert(never));
  await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(5),
    league: "Friendly Club",
  });
  // The first run creates the club's key for subscriptions.
  await send();
});
test.afterAll(async () => {
  await club.stop();
  await service.stop();
});

const offer = (page: Page) => page.getByRole("complementary", { name: "Push messages" });
const onThisDevice = (page: Page) => page.locator(".push-device");
const send = () => must(club.secret.rpc("run_job_now", { _name: "Send messages" }));

let players = 0;
/** A new player on the Matches page. Counts the permission requests. */
async function aPlayer(browser: Browser, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  players += 1;
  const email = `player${players}@example.com`;
  await addPlayer(club, `Paula Player ${players}`, email);
  const page = await newVisitor(browser, club, []);
  await page.addInitScript(() => {
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
      localStorage.setItem("asked", String(Number(localStorage.getItem("asked")) + 1));
      return ask();
    };
  });
  await prepare?.(page);
  await signIn(page, email);
  await page.goto("/matches");
  return page;
}

const permissionRequests = (page: Page) => page.evaluate(() => Number(localStorage.getItem("asked")));
const predicted = (page: Page) => enterPrediction(page, "Arsenal", "Chelsea", [2, 1]);
const allow = (page: Page) => page.context().grantPermissions(["notifications"], { origin: club.url });

test(
  "push is offered after the first saved prediction, and Not now is permanent",
  SWEEP,
  async ({ browser }) => {
    const page = await aPlayer(browser);
    const match = page.getByRole("article").filter({ hasText: "Arsenal" });
    await expect(match.getByLabel("Arsenal score")).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    await predicted(page);
    await offer(page).getByRole("button", { name: "Not now" }).click();
    await expect(offer(page)).toHaveCount(0);
    await page.reload();
    await expect(match.getByText(/^Saved/)).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    expect(await permissionRequests(page)).toBe(0);
  },
);

test(
  "after a refused permission the player sees where to change it and is never asked again",
  SWEEP,
  async ({ browser }) => {
    const page = await aPlayer(browser);
    await predicted(page);
    // Headless Chromium refuses the permission.
    await offer(page).getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByText("Your browser blocks messages from this site.")).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    await page.goto("/profile");
    await expect(onThisDevice(page)).toContainText(
      "This browser blocks messages from this site. Allow notifications for this site in the browser's settings",
    );
    await expect(onThisDevice(page).getByRole("button")).toHaveCount(0);
    await page.goto("/matches");
    await expect(page.getByText(/^Saved \d/)).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    expect(await permissionRequests(page)).toBe(1);
  },
);

test("a failing push service is reported and can be retried", SWEEP, async ({ browser }) => {
  const page = await aPlayer(browser, allow);
  await predicted(page);
  await offer(page).getByRole("button", { name: "Turn on" }).click();
  await expect(
    page.getByText("Push could not be turned on. You can try again in your profile."),
  ).toBeVisible();
  await page.goto("/profile");
  await expect(onThisDevice(page)).toContainText("Off:");
  await onThisDevice(page).getByRole("button", { name: "Turn on here" }).click();
  await expect(page.getByText("This browser's push service did not answer.")).toBeVisible();
  await expect(onThisDevice(page)).toContainText("Off:");
});

test("a silent push service does not block the page", SWEEP, async ({ browser }) => {
  const page = await aPlayer(browser, async (visited) => {
    await allow(visited);
    await visited.clock.install();
    await visited.addInitScript(() => {
      PushManager.prototype.subscribe = () => {
        document.documentElement.dataset.subscribing = "true";
        return new Promise(() => undefined);
      };
    });
  });
  await page.goto("/profile");
  await onThisDevice(page).getByRole("button", { name: "Turn on here" }).click();
  await expect(page.locator("[data-subscribing]")).toHaveCount(1);
  await page.clock.runFor("00:31");
  await expect(page.getByText("This browser's push service did not answer.")).toBeVisible();
});

test("allowed messages arrive and are shown until they are turned off in the browser", async ({
  browser,
}) => {
  const device = service.browser();
  const page = await aPlayer(browser, async (visited) => {
    await allow(visited);
    await visited.addInitScript(({ endpoint, p256dh, auth }) => {
      const mark = "the browser has subscribed";
      const subscription = {
        endpoint,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem(mark);
          return true;
        },
      };
      PushManager.prototype.getSubscription = async () =>
        (localStorage.getItem(mark) ? subscription : null) as never;
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem(mark, "true");
        return subscription as never;
      };
    }, device);
  });
  await predicted(page);
  await offer(page).getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Push messages are on for this device")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);

  await must(club.secret.from("news").insert({ title: "Cup night", content: "Doors open at seven." }));
  await must(club.secret.rpc("run_job_now", { _name: "Announce news" }));
  const arrived = async () => {
    await send();
    return service.received.map(({ payload }) => payload.title);
  };
  await expect.poll(arrived, { intervals: [500] }).toEqual(["Cup night"]);
  await deliver(page, JSON.stringify(service.received[0]?.payload));
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => [
        title,
        body,
      ]),
    );
  await expect.poll(shown).toEqual([["Cup night", "Doors open at seven."]]);

  await page.goto("/profile");
  await expect(onThisDevice(page)).toContainText("On: the messages you chose above appear here");
  await onThisDevice(page).getByRole("button", { name: "Turn off here" }).click();
  await expect(onThisDevice(page)).toContainText("Off:");
  await page.reload();
  await expect(onThisDevice(page)).toContainText("Off:");
});

/** Delivers a push message to the service worker. */
async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    }),
  );
  // A message for a registration without an active worker is lost.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: club.url,
    registrationId: await registered,
    data,
  });
}
