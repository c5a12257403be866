/** Two organisers edit the same: nothing that one of them saved is replaced without a question. */
import { readFileSync } from "node:fs";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { daysFromNow } from "../support/club.ts";
import { addAdmin, addMatch, complete, must } from "../support/club-data.ts";
import { openProviderClub, type ProviderClub } from "../support/provider-club.ts";
import { axeViolations } from "../support/screen-checks.ts";
import { test } from "../support/test.ts";
import { hold, newVisitor, signIn } from "../support/user-actions.ts";

let club: ProviderClub;
let olga: Page;
let bert: Page;
/** The group's owner on another device. */
let olgasPhone: Page;

test.beforeAll(async ({ browser }) => {
  club = await openProviderClub();
  for (const name of ["olga", "bert"]) await addAdmin(club, `${name} Organiser`, `${name}@example.com`);
  olga = await openAs(browser, "olga");
  bert = await openAs(browser, "bert");
  olgasPhone = await openAs(browser, "olga");
  const { secret } = club;
  await must(secret.from("teams").insert({ name: "Luton" }));
  await must(secret.from("news").insert({ title: "Derby night", content: "Come along." }));
  const day = { match_date: daysFromNow(3), league: "Friendly Club", round: "Round 1" };
  await addMatch(club, { home_team_name: "Leeds", away_team_name: "Hull", ...day });
  const played = {
    home_team_name: "Bury",
    away_team_name: "Wigan",
    ...day,
    season: "Autumn",
    round: "Round 2",
  };
  await complete(club, await addMatch(club, played), [1, 0]);
  await must(secret.rpc("generate_plan_code", { plan_type: "fa_cup", expires_on: daysFromNow(30) }));
  const code = await must(secret.from("plan_codes").select("id").single());
  const payment = { payer_name: "Rose", amount_rs: 250, method: "cash", paid_on: daysFromNow(0) };
  await must(secret.rpc("record_payment", { _code_id: code.data?.id ?? "", payment }));
});
test.afterAll(() => club.stop());

async function openAs(browser: Browser, name: string): Promise<Page> {
  const page = await newVisitor(browser, club, [], { viewport: { width: 390, height: 844 } });
  await signIn(page, `${name}@example.com`);
  return page;
}

const question = (page: Page) =>
  page.getByRole("alertdialog", { name: "This has changed since you opened it" });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).last().click();
const said = (page: Page, words: string) =>
  expect(page.getByText(words, { exact: true }).last()).toBeVisible();

interface EditForm {
  form: string;
  path: string;
  /** Opens the form on its page; nothing to do for a form that is always there. */
  open?: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  values: [first: string, second: string];
  /** The values in the question, if they are shown in other words. */
  shown?: [first: string | RegExp, second: string | RegExp];
  save: string;
  success: string;
}

const editOf = (button: string | RegExp) => (page: Page) => press(page, button);
const inDialog = (label: string) => (page: Page) =>
  page.getByRole("dialog").getByLabel(label, { exact: true });
const inPage = (label: string) => (page: Page) => page.getByLabel(label, { exact: true });

const FORMS: readonly EditForm[] = [
  {
    form: "a team",
    path: "/admin-dashboard/teams",
    open: editOf(/^Edit Luton/),
    field: inDialog("Name"),
    values: ["Luton Town", "Luton FC"],
    save: "Save team",
    success: "Team updated successfully",
  },
  {
    form: "news",
    path: "/admin-dashboard/news",
    open: editOf("Edit Derby night"),
    field: inDialog("Content"),
    values: ["Come along at seven.", "Come along at eight."],
    save: "Save news",
    success: "News updated successfully",
  },
  {
    form: "a match",
    path: "/manage-matches",
    open: editOf("Edit: Leeds v Hull"),
    field: inDialog("Round (optional)"),
    values: ["Round 7", "Round 8"],
    save: "Save match",
    success: "Match updated successfully",
  },
  {
    form: "the score of a match",
    path: "/manage-matches?status=completed",
    open: editOf("Edit Scores: Bury v Wigan"),
    field: inDialog("Bury score"),
    values: ["2", "3"],
    shown: ["2–0", "3–0"],
    save: "Save Scores",
    success: "Match score updated and points calculated!",
  },
  {
    form: "the results of a round",
    path: "/enter-results?competition=friendly_club&season=Autumn&round=Round+2",
    // An entered result is text until it is edited.
    open: async (page) => {
      const edit = page.getByRole("button", { name: /^Edit .*Wigan/ });
      await expect(edit.or(page.getByLabel("Wigan score", { exact: true }))).toBeVisible();
      if (await edit.isVisible()) await edit.click();
    },
    field: inPage("Wigan score"),
    values: ["4", "5"],
    shown: [/–4$/, /–5$/],
    save: "Save 1 result",
    success: "1 result saved and points calculated!",
  },
  {
    form: "a payment",
    path: "/admin-dashboard/codes",
    open: editOf(/^Change the payment of code/),
    field: inDialog("Remark (optional)"),
    values: ["for two", "for three"],
    save: "Save payment",
    success: "Payment saved",
  },
  {
    form: "home settings",
    path: "/admin-dashboard/home-settings",
    field: inPage("Deduction (%)"),
    values: ["11", "12"],
    save: "Save Settings",
    success: "Home display settings saved successfully",
  },
  {
    form: "the custom countdown",
    path: "/admin-dashboard/custom-countdown",
    field: inPage("Title"),
    values: ["Cup final", "Last day"],
    save: "Save Countdown",
    success: "Custom countdown settings saved successfully!",
  },
  {
    form: "the quiet hours",
    path: "/admin-dashboard/notifications",
    field: inPage("From"),
    values: ["22:15", "22:30"],
    shown: ["22:15 to 07:00", "22:30 to 07:00"],
    save: "Save quiet hours",
    success: "Quiet hours saved",
  },
];

const GROUP: Omit<EditForm, "path"> = {
  form: "a group",
  open: async (page) => {
    await press(page, "Group actions");
    await page.getByRole("menuitem", { name: "Settings" }).click();
  },
  field: inDialog("Name"),
  values: ["Pub A", "Pub B"],
  save: "Save",
  success: "Group saved",
};

/** Both open the form; the first organiser saves while the second one edits. */
async function editTogether(second: Page, edit: EditForm): Promise<void> {
  const { path, open, field, values, save, success } = edit;
  for (const page of [olga, second]) {
    await page.goto(path);
    await open?.(page);
    await expect(field(page)).toBeVisible();
  }
  await field(second).fill(values[1]);
  await field(olga).fill(values[0]);
  await press(olga, save);
  await said(olga, success);
  await press(second, save);
}

for (const edit of FORMS)
  test(`${edit.form}: both values are shown before the second replaces the first`, async () => {
    const [first, second] = edit.shown ?? edit.values;
    await editTogether(bert, edit);
    await expect(question(bert).getByRole("definition")).toHaveText([second, first]);
    await press(bert, "Save mine");
    await said(bert, edit.success);
    await expect(question(bert)).toBeHidden();
    await olga.reload();
    await edit.open?.(olga);
    await expect(edit.field(olga)).toHaveValue(edit.values[1]);
  });

test("fields that only one of both changed are merged without a question", async () => {
  for (const page of [olga, bert]) {
    await page.goto("/admin-dashboard/home-settings");
    await expect(page.getByLabel("Deduction (%)")).toBeVisible();
  }
  await bert.getByLabel("Deduction (%)").fill("30");
  await olga.getByLabel("Multiplier (Rs per subscriber)").fill("150");
  await press(olga, "Save Settings");
  await said(olga, "Home display settings saved successfully");
  await press(bert, "Save Settings");
  await said(bert, "Home display settings saved successfully");
  for (const page of [olga, bert]) {
    await page.reload();
    await expect(page.getByLabel("Multiplier (Rs per subscriber)")).toHaveValue("150");
    await expect(page.getByLabel("Deduction (%)")).toHaveValue("30");
  }
});

test("what is typed while settings are being saved stays", async () => {
  await olga.goto("/admin-dashboard/custom-countdown");
  await olga.getByLabel("Title").fill("Final");
  const release = await hold(olga, "**/rest/v1/rpc/save_settings");
  await press(olga, "Save Countdown");
  await olga.getByLabel("Description").fill("At the club house.");
  release();
  await said(olga, "Custom countdown settings saved successfully!");
  await expect(olga.getByLabel("Description")).toHaveValue("At the club house.");
  await olga.unroute("**/rest/v1/rpc/save_settings");
});

test("of three competitions that two organisers untick, none is ticked again", async () => {
  for (const page of [olga, bert]) {
    await page.goto("/admin-dashboard/api-settings");
    await expect(page.getByLabel("FA Cup")).toBeChecked();
  }
  await bert.getByLabel("FA Cup").uncheck();
  await olga.getByLabel("League Cup").uncheck();
  await olga.getByLabel("Premier League").uncheck();
  await press(olga, "Save settings");
  await said(olga, "Live-score settings saved");
  await press(bert, "Save settings");
  await said(bert, "Live-score settings saved");
  await bert.reload();
  await expect(bert.getByLabel("Champions League")).toBeChecked();
  for (const name of ["FA Cup", "League Cup", "Premier League"])
    await expect(bert.getByLabel(name)).not.toBeChecked();
});

test("a key of the live-score provider that another organiser has just saved is replaced only on purpose", async () => {
  for (const page of [olga, bert]) {
    await page.goto("/admin-dashboard/api-settings");
    await page.getByLabel("Live-score API key").fill(club.provider.key);
  }
  await press(olga, "Update API Key");
  await said(olga, "API key updated");
  await expect(olga.getByLabel("Live-score API key")).toHaveValue("");
  await press(bert, "Update API Key");
  await expect(question(bert).getByRole("definition")).toHaveText([
    "football-data.org. The key that you entered",
    /^football-data\.org\. Key saved: (today|yesterday) \d\d:\d\d$/,
  ]);
  await expect(question(bert)).not.toContainText(club.provider.key);
  await press(bert, "Save mine");
  await said(bert, "API key updated");
});

test("the settings of a group are compared between two devices of its owner", async () => {
  await olga.goto("/groups");
  await press(olga, "Create a group");
  await olga.getByRole("dialog").getByLabel("Name").fill("Pub");
  await press(olga, "Create group");
  await expect(olga.getByRole("heading", { level: 1, name: "Pub" })).toBeVisible();
  const path = new URL(olga.url()).pathname;
  const edit = { ...GROUP, path };
  await editTogether(olgasPhone, edit);
  await expect(question(olgasPhone).getByRole("definition")).toHaveText(["Pub B", "Pub A"]);
  await press(olgasPhone, "Save mine");
  await said(olgasPhone, "Group saved");
  await expect(olgasPhone.getByRole("heading", { level: 1, name: "Pub B" })).toBeVisible();
});

test("the question returns to the form with its input, and keeps what is saved beside the other fields", async () => {
  const news: EditForm = {
    form: "news",
    path: "/admin-dashboard/news",
    open: editOf(/^Edit Derby/),
    field: inDialog("Title"),
    values: ["Derby day", "Derby evening"],
    save: "Save news",
    success: "News updated successfully",
  };
  await editTogether(bert, news);
  await expect(question(bert)).toBeVisible();
  expect(await axeViolations(bert)).toEqual([]);
  await bert.keyboard.press("Escape");
  await expect(question(bert)).toBeHidden();
  await expect(news.field(bert)).toHaveValue("Derby evening");
  await inDialog("Content")(bert).fill("Doors open at six.");
  await press(bert, "Save news");
  await expect(question(bert).getByRole("term")).toHaveText(["Yours", "Now saved"]);
  await press(bert, "Keep saved");
  await said(bert, "News updated successfully");
  const saved = await must(club.secret.from("news").select("title, content").single());
  expect(saved.data).toEqual({ title: "Derby day", content: "Doors open at six." });
});

test("keeping what is saved closes the form and saves nothing", async () => {
  const [team] = FORMS;
  if (!team) throw new Error("There is no form");
  const edit: EditForm = { ...team, values: ["Luton One", "Luton Two"] };
  await editTogether(bert, edit);
  await press(bert, "Keep saved");
  await expect(bert.getByRole("dialog")).toHaveCount(0);
  await expect(bert.getByRole("button", { name: "Edit Luton One" })).toBeVisible();
  expect((await must(club.secret.from("teams").select("name").like("name", "Luton%"))).data).toEqual([
    { name: "Luton One" },
  ]);
});

test("news that a reload restores is compared with the news as it was when the edit began", async () => {
  const [content, save] = [inDialog("Content"), "Save news"];
  await bert.goto("/admin-dashboard/news");
  await press(bert, /^Edit Derby/);
  await content(bert).fill("No derby tonight.");
  const picture = readFileSync("tools/demo/pictures/floodlights.jpg");
  const buffer = Buffer.concat([picture, Buffer.alloc(3 * 1024 * 1024)]);
  const large = { name: "club.jpg", mimeType: "image/jpeg", buffer };
  await bert.getByLabel("Picture (optional)").setInputFiles(large);
  await hold(bert, "**/upload/resumable**");
  const upload = bert.waitForRequest(/upload\/resumable/);
  await press(bert, save);
  await upload;
  await must(club.secret.from("news").update({ content: "Derby at nine." }).like("title", "Derby%"));
  await bert.reload();
  await press(bert, /^Edit Derby/);
  await expect(content(bert)).toHaveValue("No derby tonight.");
  await press(bert, save);
  await expect(question(bert).getByRole("definition")).toHaveText(["No derby tonight.", "Derby at nine."]);
  await press(bert, "Keep saved");
  await expect(question(bert)).toBeHidden();
});
