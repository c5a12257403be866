/** Groups: created, joined by an invite link, deleted with Undo, and closed by an admin. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addMatch, addPlayer, complete, must, predict } from "../support/club-data.ts";
import { checkScreen, textOutsideTheScreen } from "../support/screen-checks.ts";
import { SWEEP, test } from "../support/test.ts";
import {
  card,
  enterPrediction,
  hold,
  newVisitor,
  PASSWORD,
  registerByEmail,
  signIn,
} from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let owner: Page;
let match = "";
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  owner = await newVisitor(browser, club, []);
  await registerByEmail(owner, "Olga Owner", "olga@example.com");
});
test.afterAll(() => club.stop());

async function playerNamed(name: string): Promise<string> {
  const { data } = await club.secret.from("profiles").select("id").eq("full_name", name).single();
  return data?.id ?? "";
}

/** The items of a menu, which it opens. */
async function menuOf(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).click();
  return page.getByRole("menu").getByRole("menuitem");
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await (await menuOf(page, menu)).filter({ hasText: item }).click();
}

/** The address in the window that offers the invite. */
async function inviteLink(): Promise<string> {
  await owner.getByRole("button", { name: "Invite" }).click();
  const window = owner.getByRole("dialog", { name: "Invite to The Marchands" });
  const text =
    (await window.getByText(/^Join my group “The Marchands” in English Scoreline Club: /).textContent()) ??
    "";
  await window.getByRole("button", { name: "Close" }).click();
  return /http\S+\/join\/[0-9A-Z]{8}$/.exec(text)?.[0] ?? "";
}

test("a stranger joins by the invite link after signing up, and the owner sees it at once", async ({
  page: stranger,
}) => {
  // The navigation offers groups once there is a match.
  await owner.goto("/groups");
  await expect(owner.getByText("Beat someone you know")).toBeVisible();
  await owner.getByRole("button", { name: "Create a group" }).click();
  const form = owner.getByRole("dialog", { name: "Create a group" });
  await form.getByLabel("Name").fill("Us");
  await form.getByRole("button", { name: "Create group" }).click();
  await expect(form.getByText("A name has 3 to 40 characters.")).toBeVisible();
  await form.getByLabel("Name").fill("The Marchands");
  await form.getByRole("button", { name: "Create group" }).click();
  await expect(owner.getByRole("heading", { name: "The Marchands", level: 1 })).toBeVisible();
  await expect(owner.getByText("1 member, owned by you. Points count for the whole season.")).toBeVisible();
  await expect(owner.getByRole("table").getByRole("row", { name: /Olga Owner/ })).toBeVisible();

  const link = await inviteLink();
  // What a messenger reads.
  const tags = await (await stranger.request.get(link)).text();
  expect(tags).toContain('<meta property="og:title" content="Olga Owner invites you to The Marchands · ');
  const [, image = ""] = /property="og:image" content="([^"]+)"/.exec(tags) ?? [];
  expect(
    (await stranger.request.get(new URL(image).pathname + new URL(image).search)).headers(),
  ).toMatchObject({
    "content-type": "image/png",
  });
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { name: "The Marchands" })).toBeVisible();
  await expect(stranger.getByText("Olga Owner invites you to")).toBeVisible();
  await stranger.getByRole("link", { name: "Join and predict" }).click();
  await stranger.getByLabel("Full name").fill("Sam Stranger");
  await stranger.getByLabel("Email", { exact: true }).last().fill("sam@example.com");
  await stranger.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await stranger.getByRole("button", { name: "Register" }).click();
  await expect(stranger.getByText("You are in The Marchands")).toBeVisible();
  await expect(stranger).toHaveURL(/\/matches/);
  await stranger.goto(link);
  await stranger.getByRole("link", { name: "Open the group" }).click();
  await expect(stranger.getByText("2 members, owned by Olga Owner.")).toBeVisible();

  await expect(owner.getByText("2 members, owned by you.")).toBeVisible();
  await expect(owner.getByRole("button", { name: "Actions for Sam Stranger" })).toBeVisible();
  await expect(owner.getByRole("region", { name: "Your standing" })).toBeHidden();
});

/** Adds the match that both members and an outsider have predicted, and locks it. */
async function lockMatch(): Promise<void> {
  match = await addMatch(club, {
    home_team_name: "Everton",
    away_team_name: "Fulham",
    match_date: daysFromNow(2),
    league: "Friendly Club",
  });
  // The outsider's pick is the best one and the first name, so only the group's own list can put others before it.
  const outsider = await addPlayer(club, "Aaron Outsider", "aaron@example.com", false);
  await predict(club, outsider, match, [2, 1]);
  await predict(club, await playerNamed("Olga Owner"), match, [2, 1]);
  await predict(club, await playerNamed("Sam Stranger"), match, [0, 3]);
  await moveKickoff(club, match, -1);
}

/** Opens the group of two with its completed match, which the tests of the first ring make on the page, if they do not run. */
async function openGroupOfTwo(): Promise<void> {
  if (match !== "") return;
  const sam = await addPlayer(club, "Sam Stranger", "sam@example.com");
  const olga = await playerNamed("Olga Owner");
  await club.sql(`
    with made as (
      insert into public.groups (name, first_colour, second_colour, owner_id)
      values ('The Marchands', '#000000', '#ffffff', '${olga}') returning id),
    joined as (
      insert into public.group_members (group_id, user_id)
      select id, unnest('{${olga},${sam}}'::uuid[]) from made)
    insert into private.group_codes (group_id, code) select id, private.random_group_code() from made`);
  await lockMatch();
  await complete(club, match, [2, 1]);
  await owner.goto("/groups");
  await owner.getByRole("link", { name: "The Marchands" }).click();
  await expect(owner.getByRole("heading", { name: "The Marchands", level: 1 })).toBeVisible();
}

test("after the lock the picks of the group are listed before everyone's", async () => {
  await lockMatch();
  await owner.goto("/matches");
  // The match may be live already. A locked one has this name on two buttons.
  await card(owner, "Everton", "Fulham").getByRole("button", { name: "3 picks" }).first().click();
  const lists = owner.getByRole("dialog").getByRole("list");
  await expect(lists).toHaveCount(2);
  await expect(lists.first()).toHaveAccessibleName("Your groups' picks");
  await expect(lists.first().getByRole("listitem")).toHaveText([/Olga Owner/, /Sam Stranger/]);
  await expect(lists.last()).toHaveAccessibleName("Everyone's picks");
  await expect(lists.last().getByRole("listitem")).toHaveText([
    /Olga Owner \(you\)/,
    /Aaron Outsider/,
    /Sam Stranger/,
  ]);
});

test("a row of the group shows the last five results and leads to the player's sheet", async () => {
  await owner.goto("/groups"); // before the result closes the open dialog, which goes back in the history
  await complete(club, match, [2, 1]);
  // Phones have no room for the column.
  const viewport = owner.viewportSize();
  await owner.setViewportSize({ width: 1280, height: 900 });
  await owner.getByRole("link", { name: "The Marchands" }).click();
  const form = (name: RegExp) => owner.getByRole("table").getByRole("row", { name }).getByRole("cell").nth(3);
  await expect(form(/Olga Owner/)).toHaveText("perfect");
  await expect(form(/Sam Stranger/)).toHaveText("miss");
  if (viewport) await owner.setViewportSize(viewport);
  await owner.getByRole("table").getByRole("link", { name: "Sam Stranger" }).click();
  const sheet = owner.getByRole("dialog", { name: "Sam Stranger" });
  await expect(sheet.getByText("All competitions together")).toBeVisible();
  await owner.goto("/groups");
  await owner.getByRole("link", { name: "The Marchands" }).click();
  await expect(owner.getByRole("heading", { name: "The Marchands", level: 1 })).toBeVisible();
});

test(
  "the page shows the standing of each member on the leaderboard's first page",
  SWEEP,
  async ({ page: sam }) => {
    await openGroupOfTwo();
    const standing = owner.getByRole("region", { name: "Your standing" });
    await expect(standing).toContainText("1st of 2");
    await expect(standing.getByRole("definition")).toHaveText(["3", "3"]);
    await expect(standing.getByRole("term")).toHaveText(["points", "ahead of Sam Stranger"]);

    await signIn(sam, "sam@example.com");
    await sam.goto(new URL(owner.url()).pathname);
    const second = sam.getByRole("region", { name: "Your standing" });
    await expect(second).toContainText("2nd of 2");
    await expect(second.getByRole("term")).toHaveText(["points", "behind Olga Owner"]);
    const wins = sam.getByRole("region", { name: "Winners" }).getByRole("listitem");
    await expect(wins).toHaveText([
      /Olga Owner.*3 points with 1 perfect score\. You are 2nd with 0\. Provisional/,
    ]);
    await expect(wins.getByRole("link", { name: "Olga Owner" })).toHaveAttribute("href", /player=/);
  },
);

test("the page lists the group's winners, five matchdays and months at a time", SWEEP, async () => {
  // A match of each month before, with one prediction, and all of a month completed.
  const [olga, sam] = [await playerNamed("Olga Owner"), await playerNamed("Sam Stranger")];
  for (let month = 1; month <= 5; month++) {
    const earlier = await addMatch(club, {
      home_team_name: "Everton",
      away_team_name: "Fulham",
      match_date: daysFromNow(2),
      league: "Friendly Club",
    });
    await predict(club, olga, earlier, [month === 5 ? 0 : 2, 2]);
    await predict(club, sam, earlier, [2, 1]);
    await moveKickoff(club, earlier, -31 * 86_400 * month);
    await complete(club, earlier, [2, 1]);
  }
  await owner.reload();
  const winners = owner.getByRole("region", { name: "Winners" });
  await expect(winners.getByRole("listitem")).toHaveCount(5);
  await expect(winners.getByRole("listitem").nth(1)).toContainText("Sam Stranger");
  await winners.getByRole("button", { name: "Show earlier" }).click();
  await expect(winners.getByRole("listitem")).toHaveCount(6);
  await expect(winners.getByRole("button", { name: "Show earlier" })).toBeHidden();
  await expect(winners.getByText("Among the present members.")).toBeVisible();
  // The other tests are about the first match only.
  await must(club.secret.from("matches").delete().neq("id", match));
  await owner.reload();
  await expect(winners.getByRole("listitem")).toHaveCount(1);
});

test(
  "the pages of groups have no axe violation, never scroll horizontally, and cut no name",
  SWEEP,
  async () => {
    const path = new URL(owner.url()).pathname;
    const viewport = owner.viewportSize();
    await club.secret
      .from("profiles")
      .update({ full_name: `Sam ${"Maximiliana ".repeat(8)}`.trim() })
      .eq("full_name", "Sam Stranger");
    await club.secret
      .from("profiles")
      .update({ full_name: `Olga${"maximiliana".repeat(9)}`.slice(0, 100) })
      .eq("full_name", "Olga Owner");
    for (const page of ["/groups", path]) {
      await owner.goto(page);
      await expect(owner.getByRole("main").getByText("The Marchands").first()).toBeVisible();
      await expect(owner.locator(".skeleton")).toHaveCount(0);
      await checkScreen(owner, page);
    }
    await owner.emulateMedia({ colorScheme: null });
    await owner.setViewportSize({ width: 360, height: 800 });
    expect(await textOutsideTheScreen(owner)).toEqual([]);
    for (const list of [owner.getByRole("table"), owner.getByRole("region", { name: "Winners" })])
      for (const name of await list.getByRole("link").all()) expect(await name.evaluate(isCut)).toBe(false);
    if (viewport) await owner.setViewportSize(viewport);
    await club.secret.from("profiles").update({ full_name: "Sam Stranger" }).like("full_name", "Sam %");
    await club.secret.from("profiles").update({ full_name: "Olga Owner" }).like("full_name", "Olga%");
    await owner.reload();
  },
);

/** Whether the element's parent shows less than its whole content. */
function isCut({ parentElement: around }: Element): boolean {
  return around !== null && around.scrollHeight > around.clientHeight + 1;
}

test(
  "members see who has not predicted, then what each goal does, in the group and on Home, and their place",
  SWEEP,
  async () => {
    const next = await addMatch(club, {
      home_team_name: "Leeds",
      away_team_name: "Burnley",
      match_date: daysFromNow(1),
      league: "Friendly Club",
    });
    await owner.reload();
    const coming = owner.getByRole("region", { name: "Next to lock" }).getByRole("listitem");
    await expect(coming).toContainText("Leeds v Burnley");
    const reminder = coming.getByRole("link", { name: "Remind on WhatsApp for Leeds" });
    const message = new URL((await reminder.getAttribute("href")) ?? "");
    expect(message.origin + message.pathname).toBe("https://wa.me/");
    expect(message.searchParams.get("text")).toMatch(
      new RegExp(`^Leeds v Burnley locks .*in The Marchands: Sam Stranger\\. http.*match=${next}$`),
    );
    await predict(club, await playerNamed("Sam Stranger"), next, [0, 0]);
    await owner.reload();
    await expect(coming).toContainText("Not yet: you");
    await expect(reminder).toBeHidden();
    await coming.getByRole("link", { name: "Add your pick for Leeds" }).click();
    await enterPrediction(owner, "Leeds", "Burnley", [1, 0]);
    await owner.goBack();
    await expect(coming).toContainText("All 2 members have predicted");

    await moveKickoff(club, next, -1);
    await owner.reload();
    // Among the locked matches, or among the live ones if the host has just set it live.
    const locked = owner.getByRole("article", { name: "Leeds v Burnley" });
    await locked.getByRole("button", { name: "Share the picks for Leeds v Burnley" }).click();
    const shared = owner.getByRole("dialog", { name: "Share the picks for Leeds v Burnley" });
    await expect(shared.getByRole("img")).toBeVisible();
    await expect(shared).toContainText("This is what The Marchands says.");
    const score = (home: number, away: number) =>
      must(
        club.secret
          .from("matches")
          .update({ status: "live", home_score: home, away_score: away })
          .eq("id", next),
      );
    await score(0, 0);
    // The kick-off moves the match to another list, behind the window.
    await expect(owner.locator("#group-gains")).toBeAttached();
    await expect(shared.getByRole("img")).toBeVisible();
    await owner.keyboard.press("Escape");
    const gains = owner.getByRole("article", { name: "Leeds v Burnley" }).getByRole("listitem");
    await expect(gains).toHaveText([/Sam Stranger.*0–0.*Perfect now\+3/, /Olga Owner.*1–0.*Nothing yet0/]);
    await score(1, 0);
    await expect(gains).toHaveText([/Olga Owner.*1–0.*Perfect now\+3/]);
    const group = new URL(owner.url()).pathname;
    await owner.goto("/");
    const effects = owner.getByRole("region", { name: "What this score does" }).getByRole("listitem");
    await expect(effects.first()).toContainText(
      /1–0 holds.*You stay 1st, \d points ahead of Sam Stranger.*\+3/,
    );
    const asked: string[] = [];
    owner.on("request", (request) => asked.push(`${request.url()} ${request.postData()}`));
    await score(0, 0);
    await expect(effects.first()).toContainText("0–0 holdsYou stay 1st");
    await expect(effects.nth(1)).toContainText("A goal for Leeds");
    expect(asked.filter((request) => request.includes("live_standings"))).toEqual([]);
    await owner.goto(group);
    await must(club.secret.from("matches").update({ status: "cancelled" }).eq("id", next));
    await expect(owner.getByRole("region", { name: "Who gains now" })).toBeHidden();

    await owner.goto("/groups");
    await expect(owner.getByRole("listitem").filter({ hasText: "The Marchands" })).toContainText("1stof 2");
    await owner.goto("/");
    await expect(owner.getByRole("region", { name: "Your groups" })).toContainText("1st in The Marchands");
    await owner.goto(group);
    await expect(owner.getByRole("heading", { name: "The Marchands", level: 1 })).toBeVisible();
  },
);

test("ending the invite link asks first, and the owner can make a new one", SWEEP, async () => {
  await choose(owner, "Group actions", "End the invite link");
  await owner.getByRole("alertdialog").getByRole("button", { name: "Keep link" }).click();
  await expect(owner.getByRole("button", { name: "Invite" })).toBeVisible();
  const actions = await menuOf(owner, "Group actions");
  await expect(actions).toHaveText([
    "Settings",
    "Renew the invite link",
    "End the invite link",
    "Delete the group",
  ]);
  await owner.keyboard.press("ArrowUp");
  await expect(actions.last()).toBeFocused();
  await owner.keyboard.press("ArrowUp");
  await owner.keyboard.press("Enter");
  await owner.getByRole("alertdialog").getByRole("button", { name: "End link" }).click();
  await expect(owner.getByText("Invite link ended")).toBeVisible();
  await expect(owner.getByRole("button", { name: "Invite" })).toBeHidden();
  await choose(owner, "Group actions", "Make an invite link");
  await owner.getByRole("button", { name: "Make link" }).click();
  await expect(owner.getByRole("button", { name: "Invite" })).toBeVisible();
  await owner.reload(); // the next test waits for the same message
});

test("the window of the invite keeps its size and its buttons while the picture loads", SWEEP, async () => {
  const give = await hold(owner, "**/share-picture");
  await owner.getByRole("button", { name: "Invite" }).click();
  const window = owner.getByRole("dialog", { name: "Invite to The Marchands" });
  const boxes = async () =>
    Promise.all(
      [window, ...["Close", "Download", "Copy"].map((name) => window.getByRole("button", { name }))].map(
        (box) => box.boundingBox(),
      ),
    );
  await expect(window.getByRole("button", { name: "Download" })).toBeDisabled();
  const before = await boxes();
  give();
  await expect(window.getByRole("img")).toBeVisible();
  await expect(window.getByRole("button", { name: "Download" })).toBeEnabled();
  expect(await boxes()).toEqual(before);
  await owner.unroute("**/share-picture");
  await window.getByRole("button", { name: "Close" }).click();
});

test(
  "a renewed link replaces the earlier one, and whoever does not join can leave the page",
  SWEEP,
  async ({ page: late }) => {
    const earlier = await inviteLink();
    await choose(owner, "Group actions", "Renew the invite link");
    await owner.getByRole("button", { name: "Replace link" }).click();
    await expect(owner.getByText("New invite link made")).toBeVisible();
    await expect.poll(inviteLink).not.toBe(earlier);

    await late.goto(await inviteLink());
    await expect(late.getByText("Olga Owner invites you to")).toBeVisible();
    await late.getByRole("link", { name: "I already have an account" }).click();
    await expect(late.getByText("You join The Marchands as soon as you register or sign in.")).toBeVisible();
    await late.getByRole("button", { name: "Not now" }).click();
    await expect(late.getByText("You join The Marchands")).toBeHidden();
    await registerByEmail(late, "Lena Late", "lena@example.com");
    await expect(late).not.toHaveURL(/\/(join|auth)/);
    await late.goto(earlier);
    await expect(late.getByRole("heading", { name: "This invite link is not valid" })).toBeVisible();
    await late.goto(await inviteLink());
    await late.getByRole("button", { name: "Join group" }).click();
    await late.getByRole("link", { name: "Open the group" }).click();
    const actions = await menuOf(late, "Group actions");
    await expect(actions).toHaveText(["Leave the group"]);
    await actions.click();
    await late.getByRole("alertdialog").getByRole("button", { name: "Leave group" }).click();
    await expect(late.getByText("Beat someone you know")).toBeVisible();
    await late.goto(new URL(owner.url()).pathname);
    await expect(late.getByRole("heading", { name: "You are not in this group" })).toBeVisible();
  },
);

test("the owner changes the group, removes a member, and undoes the deletion of the group", async () => {
  await choose(owner, "Group actions", "Settings");
  const form = owner.getByRole("dialog", { name: "Change The Marchands" });
  await form.getByLabel("from the day each member joined").check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText(/Points count from the day each member joined \(you: /)).toBeVisible();
  await expect(owner.getByText("The crowd's points count from the day on which the group was")).toBeVisible();
  await expect(owner.getByRole("row", { name: /The crowd/ })).toBeVisible();
  await expect(owner.getByText("Among the present members, each from the day of joining.")).toBeVisible();
  await choose(owner, "Actions for Sam Stranger", "Remove from the group");
  await owner.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(owner.getByText("1 member, owned by you.")).toBeVisible();
  await choose(owner, "Group actions", "Delete the group");
  await owner.getByRole("button", { name: "Delete group" }).click();
  await expect(owner.getByText("Deleted. You can undo this for ten minutes.")).toBeVisible();
  await owner.getByRole("button", { name: "Undo" }).click();
  await owner.getByRole("link", { name: "The Marchands" }).click();
  await expect(owner.getByRole("button", { name: "Invite" })).toBeVisible();
});

test("an admin sees the groups, closes one, and undoes it", SWEEP, async ({ page: admin }) => {
  await registerByEmail(admin, "Anna Admin", "anna@example.com");
  club.command("admin", "grant", "anna@example.com");
  await admin.goto("/admin-dashboard/groups");
  await admin.getByRole("button", { name: "Close The Marchands" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Close group" }).click();
  await expect(admin.getByText("Closed The Marchands")).toBeVisible();
  await expect(owner.getByRole("heading", { name: "You are not in this group" })).toBeAttached();
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(admin.getByRole("button", { name: "Close The Marchands" })).toBeVisible();
  await expect(owner.getByRole("button", { name: "Invite" })).toBeVisible();
});
