/** The calendar feed, read with a third-party parser. */
import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysFromNow } from "../../club-time.ts";
import { type Host, type Person, startHost } from "../support/host.ts";

describe("the calendar", () => {
  let host: Host;
  let player: Person;
  beforeAll(async () => {
    host = await startHost({ env: { LOG_LEVEL: "info" } });
  });
  afterAll(() => host.stop());
  beforeEach(async () => {
    player = await host.person("Calendar Reader");
  });

  const feed = (token: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(`${host.url}/functions/v1/calendar/${token}.ics`, { method, headers });

  async function tokenOf(person: Person): Promise<string> {
    const { data, error } = await person.api.rpc("my_calendar_token");
    if (error) throw error;
    return data;
  }

  let teams = 0;
  async function aMatch(values: {
    match_date: string;
    match_time?: string;
    league?: string;
    round?: string;
  }) {
    teams += 2;
    const [home_team_name, away_team_name] = [`Åkers; Rovers, ${teams}`, `City ${teams}`];
    await host.secret.from("teams").insert([{ name: home_team_name }, { name: away_team_name }]);
    const { data, error } = await host.secret
      .from("matches")
      .insert({ home_team_name, away_team_name, league: "Friendly Club", ...values })
      .select()
      .single();
    if (error) throw error;
    return data;
  }

  async function eventOf(matchId: string, token: string): Promise<ICAL.Event | undefined> {
    const text = await (await feed(token)).text();
    return new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents("vevent")
      .map((component) => new ICAL.Event(component))
      .find(({ uid }) => uid === matchId);
  }

  it("contains a match with UTC times, two hours and unescaped names", async () => {
    const match = await aMatch({ match_date: daysFromNow(9), match_time: "20:15", round: "Matchday; 7" });
    const event = await eventOf(match.id, await tokenOf(player));
    expect(event?.startDate.toJSDate().toISOString()).toBe(new Date(match.kickoff_at).toISOString());
    expect(event?.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
    expect(event?.endDate.subtractDate(event.startDate).toSeconds()).toBe(7200);
    expect(event?.summary).toBe(`${match.home_team_name} v ${match.away_team_name}`);
    expect(event?.description).toBe("Friendly Club, Matchday; 7\nPicks close at kick-off.");
    expect(event?.component.getFirstPropertyValue("status")).toBe("CONFIRMED");
    expect(event?.component.getFirstPropertyValue("url")).toBe(`${host.url}/matches?match=${match.id}`);
  });

  it("is text/calendar with CRLF lines of at most 75 octets", async () => {
    await aMatch({ match_date: daysFromNow(9), round: "é".repeat(60) });
    const response = await feed(await tokenOf(player));
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const text = await response.text();
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toContain("\uFFFD");
  });

  it("moves a moved match and marks a cancelled one", async () => {
    const match = await aMatch({ match_date: daysFromNow(9), match_time: "15:00" });
    const token = await tokenOf(player);
    const before = await eventOf(match.id, token);
    const moved = await host.secret
      .from("matches")
      .update({ match_time: "17:30" })
      .eq("id", match.id)
      .select("kickoff_at")
      .single();
    const after = await eventOf(match.id, token);
    expect(after?.startDate.toJSDate()).toEqual(new Date(moved.data?.kickoff_at ?? ""));
    expect(after?.sequence).toBe((before?.sequence ?? 0) + 1);
    const modified = (event: ICAL.Event | undefined) =>
      String(event?.component.getFirstPropertyValue("last-modified"));
    expect(modified(after) >= modified(before)).toBe(true);

    await host.secret.from("matches").update({ status: "cancelled" }).eq("id", match.id);
    const cancelled = await eventOf(match.id, token);
    expect(cancelled?.component.getFirstPropertyValue("status")).toBe("CANCELLED");
    expect(cancelled?.sequence).toBe((before?.sequence ?? 0) + 2);
  });

  it("contains a competition's matches from the day of the subscription", async () => {
    const match = await aMatch({ match_date: daysFromNow(12), league: "FA Cup", round: "Third" });
    const token = await tokenOf(player);
    expect(await eventOf(match.id, token)).toBeUndefined();
    const { error } = await host.secret.from("subscriptions").insert({
      user_id: player.id,
      subscription_type: "fa_cup",
      expires_at: `${daysFromNow(30)}T00:00:00Z`,
    });
    expect(error).toBeNull();
    expect(await eventOf(match.id, token)).toBeDefined();
  });

  it("is answered 304 while nothing changes, also for HEAD", async () => {
    const token = await tokenOf(player);
    const etag = (await feed(token)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const again = await feed(token, { "if-none-match": `W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await feed(token, {}, "HEAD");
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
    await aMatch({ match_date: daysFromNow(20) });
    const changed = await feed(token, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
  });

  it("has a secret address that can be renewed and is never logged", async () => {
    const old = await tokenOf(player);
    expect((await feed(old)).status).toBe(200);
    const { data: renewed } = await player.api.rpc("renew_calendar_token");
    expect((await feed(old)).status).toBe(404);
    expect((await feed(renewed ?? "")).status).toBe(200);
    for (const wrong of ["", "x", "0".repeat(32), `${renewed}0`])
      expect((await feed(wrong)).status).toBe(404);
    expect((await feed(renewed ?? "", {}, "POST")).status).toBe(405);
    expect(host.log()).toContain("/functions/v1/calendar");
    expect(host.log()).not.toContain(old);
    expect(host.log()).not.toContain(renewed);
  });
});
