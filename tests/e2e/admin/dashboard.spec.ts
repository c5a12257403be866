/** The dashboard's panels: valid use, invalid input and failures of the server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CDPSession, expect, type Page } from "@playwright/test";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addPlayer, must } from "../support/club-data.ts";
import { DASHBOARD_TABS } from "../support/dashboard-tabs.ts";
import { SWEEP, test } from "../support/test.ts";
import { PASSWORD, signIn } from "../support/user-actions.ts";

let club: Club;
let page: Page;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  page = await openAdminPage(browser, club);
});
test.afterAll(() => club.stop());

/** Fails every write to a table while `work` runs. */
async function whileFailing(table: string, work: () => Promise<void>): Promise<void> {
  const address = `**/rest/v1/${table}?*`;
  const plain = `**/rest/v1/${table}`;
  for (const url of [address, plain])
    await page.route(url, (route) =>
      route.request().method() === "GET"
        ? route.continue()
        : route.fulfill({ status: 500, json: { message: "broken" } }),
    );
  await work();
  for (const url of [address, plain]) await page.unroute(url);
}

const said = (words: string) => expect(page.getByText(words, { exact: true }).last()).toBeVisible();

test("the tabs are listed in their order", async () => {
  await page.goto("/admin-dashboard");
  const links = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  await expect(links).toHaveCount(DASHBOARD_TABS.length);
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(paths).toEqual(DASHBOARD_TABS.map((tab) => `/admin-dashboard/${tab}`));
});

test("teams are added, edited, refused without a name, kept while they have matches, and deleted", async () => {
  await page.goto("/admin-dashboard/teams");
  await page.getByRole("button", { name: "Add team" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Add team" }).click();
  await said("Team name is required");
  await form.getByLabel("Name").fill("  Luton Town ");
  await form.getByLabel(/^Logo URL/).fill("nonsense");
  await form.getByRole("button", { name: "Add team" }).click();
  await said("Logo URL must be a web address");
  await form.getByLabel(/^Logo URL/).fill("");
  await whileFailing("teams", async () => {
    await form.getByRole("button", { name: "Add team" }).click();
    await said("Failed to save team");
  });
  await expect(form.getByLabel("Name")).toHaveValue("  Luton Town ");
  await form.getByRole("button", { name: "Add team" }).click();
  await said("Team created successfully");

  await page.getByRole("button", { name: "Add team" }).click();
  await form.getByLabel("Name").fill("Luton Town");
  await form.getByRole("button", { name: "Add team" }).click();
  await said("There is already a team called Luton Town");
  await form.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();

  await page.getByRole("button", { name: "Edit Luton Town" }).click();
  await form.getByLabel("Name").fill("Luton");
  await form.getByRole("button", { name: "Save team" }).click();
  await said("Team updated successfully");

  const match = {
    home_team_name: "Luton",
    away_team_name: "Hull",
    match_date: daysFromNow(3),
    league: "Friendly Club",
  };
  expect((await club.secret.from("teams").insert({ name: "Hull" })).error).toBeNull();
  expect((await club.secret.from("matches").insert(match)).error).toBeNull();
  await page.getByRole("button", { name: "Actions for Luton" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete team" }).click();
  await said("Failed to delete team");
  expect((await club.secret.from("matches").delete().eq("home_team_name", "Luton")).error).toBeNull();
  await page.getByRole("button", { name: "Delete team" }).click();
  await said("Team deleted successfully");
  await expect(page.getByRole("button", { name: "Edit Luton" })).toHaveCount(0);
});

/** A folder with a JPEG of 4.5 MB, named like a camera's. */
function cameraPicture(): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-picture-"));
  const path = join(folder, "IMG_2041.jpg");
  const image = readFileSync("tools/demo/pictures/floodlights.jpg");
  writeFileSync(path, Buffer.concat([image, Buffer.alloc(4.5 * 1024 * 1024 - image.byteLength)]));
  return { folder, path };
}

/** A connection with this many bytes per second for uploads; 0 cuts it, null removes the limit. */
async function limitUploads(network: CDPSession, bytesPerSecond: number | null): Promise<void> {
  await network.send("Network.emulateNetworkConditions", {
    offline: bytesPerSecond === 0,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond || -1,
  });
}

/** Fills in news with a large picture and saves it. Resolves when the first chunk has been stored. */
async function beginUpload(title: string, picture: string): Promise<void> {
  const form = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add news" }).click();
  await form.getByLabel("Title", { exact: true }).fill(title);
  await form.getByLabel("Content", { exact: true }).fill("Words");
  await form.getByLabel("Picture (optional)").setInputFiles(picture);
  await form.getByRole("button", { name: "Publish news" }).click();
  await expect
    .poll(() => form.getByRole("progressbar").evaluate((bar: HTMLProgressElement) => bar.value))
    .toBeGreaterThan(24);
}

test(
  "a large picture shows its progress, and its upload survives a lost connection, a reload and a cancel",
  SWEEP,
  async () => {
    const { folder, path } = cameraPicture();
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const sent: string[] = [];
    page.on("request", (request) => {
      if (!request.url().includes("/upload/resumable")) return;
      sent.push(`${request.method()} ${request.headers()["upload-offset"] ?? ""}`.trim());
    });
    const created = () => sent.filter((line) => line === "POST").length;
    const form = page.getByRole("dialog");
    const pictures = async () =>
      (await club.secret.storage.from("news-images").list("news")).data?.length ?? 0;
    const before = await pictures();
    await page.goto("/admin-dashboard/news");

    await limitUploads(network, 1_000_000);
    await beginUpload("Lost connection", path);
    await expect(form.getByText(/^Uploading… \d+ %$/)).toBeVisible();
    await limitUploads(network, 0);
    await expect(form.getByText(/^Waiting for the connection… \d+ %$/)).toBeVisible();
    expect(await pictures()).toBe(before);
    await limitUploads(network, null);
    await said("News created successfully");
    expect(await pictures()).toBe(before + 1);
    expect(created()).toBe(1);
    expect(sent.filter((line) => line === "PATCH 0")).toHaveLength(1);

    await limitUploads(network, 1_000_000);
    await beginUpload("Reloaded", path);
    sent.length = 0;
    await limitUploads(network, null);
    await page.reload();
    await page.getByRole("button", { name: "Add news" }).click();
    await expect(form.getByLabel("Title", { exact: true })).toHaveValue("Reloaded");
    await expect(
      form.getByText(/^The upload of IMG_2041.jpg stopped at \d+ %\. Choose the same/),
    ).toBeVisible();
    await form.getByLabel("Picture (optional)").setInputFiles(path);
    await expect(form.getByText(/^The upload continues at \d+ % when you save/)).toBeVisible();
    sent.length = 0;
    await form.getByRole("button", { name: "Publish news" }).click();
    await said("News created successfully");
    expect(sent[0]).toBe("HEAD");
    expect(sent).not.toContain("POST");
    expect(sent).not.toContain("PATCH 0");
    const { data: rows } = await club.secret
      .from("news")
      .select("image_url")
      .eq("title", "Reloaded")
      .single();
    const stored = await fetch(new URL(rows?.image_url ?? "", club.url));
    expect(Buffer.from(await stored.arrayBuffer()).equals(readFileSync(path))).toBe(true);
    expect(await pictures()).toBe(before + 2);

    await limitUploads(network, 1_000_000);
    await beginUpload("Cancelled", path);
    await form.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(form.getByRole("progressbar")).toHaveCount(0);
    await expect(form.getByRole("button", { name: "Publish news" })).toBeEnabled();
    await expect.poll(() => sent).toContain("DELETE");
    await limitUploads(network, null);
    await page.reload();
    await page.getByRole("button", { name: "Add news" }).click();
    await expect(form.getByLabel("Title", { exact: true })).toHaveValue("");
    expect(await pictures()).toBe(before + 2);
    await page.goto("/admin-dashboard/news");
    rmSync(folder, { recursive: true });
    await network.detach();
  },
);

test("news needs 1 to 100 words and a real picture, and shows on Home until it is hidden", async () => {
  await page.goto("/admin-dashboard/news");
  await page.getByRole("button", { name: "Add news" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Publish news" }).click();
  await said("Please fill in both title and content");
  await form.getByLabel("Title", { exact: true }).fill("Derby night");
  await form.getByLabel("Content", { exact: true }).fill(Array(101).fill("word").join(" "));
  await said("Content exceeds 100 words limit");
  await expect(form.getByRole("button", { name: "Publish news" })).toBeDisabled();
  await form.getByLabel("Content", { exact: true }).fill(Array(100).fill("word").join(" "));
  await expect(form.getByText("100 of 100 words")).toBeVisible();

  const picture = form.getByLabel("Picture (optional)");
  await picture.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no") });
  await said("This file is not a JPG, PNG or WebP picture. Please select another one.");
  await picture.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("no") });
  await said("Please select an image file");
  await picture.setInputFiles({
    name: "a.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(5 * 1024 * 1024),
  });
  await said("Image must be less than 5MB");
  await picture.setInputFiles("tools/demo/pictures/floodlights.jpg");
  await form.getByRole("slider", { name: "Zoom" }).fill("1.4");
  const frame = form.getByRole("group", { name: /^Position of the picture/ });
  await frame.press("ArrowRight");
  // Dragged far beyond its frame and half back: it stops at -100..100 and follows the pointer.
  const { x, y, width, height } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const image = frame.locator("img");
  await page.mouse.move(x + 10, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 10 + width, y + height / 2);
  await expect(image).toHaveAttribute("style", /translate\(50%, 0%\)/);
  for (let step = 10; step >= 3; step--) await page.mouse.move(x + 10 + (width * step) / 20, y + height / 2);
  await page.mouse.up();
  await expect(image).toHaveAttribute("style", /translate\(17\.5%, 0%\)/);
  await expect(frame.locator("img")).toHaveCSS("transform", /^matrix\(1\.4/);
  await form.getByRole("button", { name: "Title formatting: bold" }).click();

  await page.route("**/storage/v1/object/news-images/**", (route) => route.abort());
  await form.getByRole("button", { name: "Publish news" }).click();
  await said("Failed to upload image");
  await page.unroute("**/storage/v1/object/news-images/**");
  await form.getByRole("button", { name: "Publish news" }).click();
  await said("News created successfully");

  await page.goto("/");
  const item = page.getByRole("article").filter({ hasText: "Derby night" });
  await expect(item.getByRole("heading")).toHaveCSS("font-weight", "700");
  await expect(item.locator("img")).toHaveCSS("transform", /^matrix\(1\.4/);
  expect(
    await item
      .locator("img")
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(1200);

  await page.goto("/admin-dashboard/news");
  await page.getByRole("button", { name: "Edit Derby night" }).click();
  await form.getByLabel(/^Active/).uncheck();
  await form.getByRole("button", { name: "Save news" }).click();
  await said("News updated successfully");
  await page.goto("/");
  await expect(
    page.getByRole("heading", { name: "Next matches" }).or(page.getByRole("heading", { name: /^Your next/ })),
  ).toBeVisible();
  await expect(page.getByText("Derby night")).toHaveCount(0);

  await page.goto("/admin-dashboard/news");
  await page.getByRole("button", { name: "Delete Derby night" }).click();
  await page.getByRole("button", { name: "Delete news" }).click();
  await said("News deleted successfully");
  await page.getByRole("button", { name: /^Undo: News was deleted/ }).click();
  await expect(page.getByRole("button", { name: "Delete Derby night" })).toBeVisible();
});

test(
  "leaderboard archives are created from a period, refused if incomplete, and deleted",
  SWEEP,
  async () => {
    await page.goto("/admin-dashboard/leaderboard-archives");
    await page.getByRole("button", { name: "Create Archive" }).click();
    await said("Please fill in all required fields");
    await page.getByLabel("Name").fill("First week");
    await page.getByLabel("League").selectOption("Friendly Club");
    await page.getByLabel("Start date").fill(daysFromNow(2));
    await page.getByLabel("End date").fill(daysFromNow(1));
    await page.getByRole("button", { name: "Create Archive" }).click();
    await said("Start date must be before end date");
    await page.getByLabel("End date").fill(daysFromNow(2));
    await whileFailing("rpc/create_leaderboard_snapshot", async () => {
      await page.getByRole("button", { name: "Create Archive" }).click();
      await expect(page.getByRole("alertdialog")).toContainText("so the table would be empty");
      await page.getByRole("button", { name: "Create anyway" }).click();
      await said("Archive created but failed to save leaderboard snapshot");
    });
    // The form is empty after saving, so that a second click creates no duplicate.
    await expect(page.getByLabel("Name")).toHaveValue("");
    await page.getByRole("button", { name: "Save the table of First week again" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("cleared points");
    await page.getByRole("button", { name: "Save again", exact: true }).last().click();
    await said("Table saved again: 0 players");
    await page.getByLabel("Name").fill("Second week");
    await page.getByLabel("League").selectOption("Friendly Club");
    await page.getByLabel("Start date").fill(daysFromNow(2));
    await page.getByLabel("End date").fill(daysFromNow(2));
    await page.getByRole("button", { name: "Create Archive" }).click();
    await page.getByRole("button", { name: "Create anyway" }).click();
    await said("Archive and leaderboard snapshot created successfully");
    await page.getByRole("button", { name: "Delete Second week" }).click();
    await page.getByRole("button", { name: "Delete archive" }).click();
    await said("Archive deleted successfully");
    await page.getByRole("link", { name: "First week" }).click();
    await expect(page.getByText("This table is empty")).toBeVisible();
  },
);

test("home settings count changes, are saved together, and apply to Home and the leaderboard", async () => {
  await page.goto("/admin-dashboard/home-settings");
  const leaderboards = page.getByRole("group", { name: "Home Leaderboard Display" });
  await leaderboards.getByLabel("Premier League").check();
  await leaderboards.getByLabel("FA Cup").check();
  await page.getByLabel("Show subscribers and jackpot to registered users").check();
  await page.getByLabel("Multiplier (Rs per subscriber)").fill("0");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await said("The multiplier must be between 1 and 100,000");
  await page.getByLabel("Multiplier (Rs per subscriber)").fill("250");
  await page.getByLabel("Deduction (%)").fill("20");
  await expect(page.getByText("100 subscribers × Rs 250, less 20% = Rs 20,000")).toBeVisible();
  await expect(page.getByText("Leaderboards selected").locator("..")).toContainText("2");
  await page.getByLabel(/^Show the Friendly Club leaderboard tab/).uncheck();
  await whileFailing("rpc/save_settings", async () => {
    await page.getByRole("button", { name: "Save Settings" }).click();
    await said("Failed to save settings");
  });
  await page.getByRole("button", { name: "Save Settings" }).click();
  await said("Home display settings saved successfully");
  await expect(page.getByText(/^Saved by you, (today|yesterday)/)).toBeVisible();

  // Unchanged settings keep their defaults: Home still shows matches of every competition.
  const matchTypes = page.getByText("Match types selected").locator("..");
  await expect(matchTypes).toContainText("4");
  // An edited form keeps its input when somebody else saves, and says so.
  await page.getByLabel("Deduction (%)").fill("25");
  await must(
    club.secret
      .from("admin_settings")
      .update({ setting_value: '["fa_cup","league_cup"]' })
      .eq("setting_key", "home_display_matches"),
  );
  await expect(page.getByText(/^Saved by the server's operator after you opened this form/)).toBeVisible();
  await expect(matchTypes).toContainText("4");
  await page.getByRole("button", { name: "Show their changes" }).click();
  await expect(matchTypes).toContainText("2");
  await expect(page.getByLabel("Deduction (%)")).toHaveValue("20");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Jackpot" })).toBeVisible();
  await page.goto("/leaderboard");
  await expect(page.getByRole("navigation", { name: "Competition" }).getByText("Overall")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Competition" }).getByText("Friendly Club")).toHaveCount(
    0,
  );
});

test("the custom countdown is previewed only when complete, and then shows on Home", async () => {
  await page.goto("/admin-dashboard/custom-countdown");
  await page.getByLabel("Title").fill("Cup final");
  await page.getByLabel("Show it on Home").check();
  await expect(page.getByRole("heading", { name: "Preview" })).toHaveCount(0);
  await page.getByLabel("Target date").fill(daysFromNow(5));
  await page.getByLabel("Target time").fill("20:00");
  await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible();
  await page.getByLabel("Colour theme").selectOption("Pink");
  await whileFailing("rpc/save_settings", async () => {
    await page.getByRole("button", { name: "Save Countdown" }).click();
    await said("Failed to save countdown settings");
  });
  await page.getByRole("button", { name: "Save Countdown" }).click();
  await said("Custom countdown settings saved successfully!");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Cup final" })).toBeVisible();
});

test(
  "a player is refused with a reason, in the browser and by direct requests",
  SWEEP,
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: club.url });
    const player = await context.newPage();
    await addPlayer(club, "Paul Player", "paul@example.com");
    await signIn(player, "paul@example.com");
    await player.goto("/");
    await expect(player.getByRole("link", { name: "Dashboard" })).toHaveCount(0);
    for (const tab of DASHBOARD_TABS) {
      await player.goto(`/admin-dashboard/${tab}`);
      await expect(player.getByRole("heading", { name: "Admin Access Required" })).toBeVisible();
    }
    const answer = await fetch(`${club.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: club.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: "paul@example.com", password: PASSWORD }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const refused = await fetch(`${club.url}/rest/v1/news`, {
      method: "POST",
      headers: {
        apikey: club.publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ title: "Mine", content: "Words" }),
    });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([400, "SL003"]);
    await context.close();
  },
);
