/** Content that an admin adds: news, a leaderboard archive, Home settings, a few notifications, the screen for the bar, and texts. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Backend } from "../backend/connect.ts";
import { patientFetch } from "../backend/patient-fetch.ts";
import type { DemoMatch } from "./season.ts";

const PICTURE = "tools/demo/pictures/floodlights.jpg";
const DAY = 86_400_000;

interface Club {
  adminId: string;
  playerId: string;
  /** The club's date a number of days from today. */
  daysFromNow: (days: number) => string;
  must: <Answer extends { error: { message: string } | null }>(
    request: PromiseLike<Answer>,
  ) => Promise<Answer>;
}

export async function addClubContent(
  backend: Backend,
  season: readonly DemoMatch[],
  club: Club,
): Promise<void> {
  const { rest } = backend;
  await settings(rest, club);
  await news(backend, club);
  await archives(rest, season, club);
  await notifications(rest, club);
  await club.must(rest.rpc("open_bar_screen"));
  await texts(rest, club);
}

async function texts(rest: PostgrestClient, { must }: Club): Promise<void> {
  const written = {
    terms:
      "# Taking part\n\n- One person has one account.\n- A prediction counts if it was saved before the match locked.\n\n" +
      "# Fair play\n\nThe organisers decide about members who play with several accounts.",
    privacy:
      "# What is stored\n\nYour name, how you sign in, your predictions and your points.\n\n" +
      "# Who sees it\n\n- Other members see your name, your points and, after the lock, your predictions.\n" +
      "- Only organisers see your email and phone number.",
  };
  for (const [_kind, _content] of Object.entries(written))
    await must(rest.rpc("publish_club_text", { _kind, _content, _asks_again: false, _seen: 0 }));
  await must(
    rest
      .from("admin_settings")
      .insert({ setting_key: "contact_email", setting_value: "organisers@club.example" }),
  );
}

async function settings(rest: PostgrestClient, { must, daysFromNow }: Club): Promise<void> {
  const competitions = ["premier_league", "league_cup", "fa_cup", "friendly_club"];
  const countdown = (id: string, name: string, days: number | null, displayDescription: string) => ({
    id,
    name,
    description: `${name} countdown`,
    enabled: days !== null,
    targetDate: daysFromNow(days ?? 200),
    targetTime: "20:00",
    displayDescription,
  });
  const values: Record<string, unknown> = {
    home_display_countdowns_config: [
      countdown("premier_league", "Premier League", null, "The next Premier League season starts"),
      countdown("fa_cup", "FA Cup", 17, "FA Cup Third Round starts"),
      countdown("league_cup", "League Cup", null, "The next League Cup starts"),
    ],
    home_display_leaderboards: competitions,
    home_display_matches: competitions,
    show_friendly_club_leaderboard_page: true,
    jackpot_display_settings: { enabled: true, multiplier: 100, deductionPercent: 10 },
    custom_countdown_config: {
      title: "Club night at the ground",
      description: "Watch the derby with the other members. Doors open an hour before kick-off.",
      targetDate: daysFromNow(9),
      targetTime: "19:00",
      enabled: true,
      color: "from-green-500/10 to-green-500/5 border-green-500/20",
    },
  };
  await must(
    rest.from("admin_settings").insert(
      Object.entries(values).map(([setting_key, value]) => ({
        setting_key,
        setting_value: JSON.stringify(value),
      })),
    ),
  );
}

async function news({ url, secretKey, rest }: Backend, { adminId, must }: Club): Promise<void> {
  const path = "storage/v1/object/news-images/news/floodlights.jpg";
  const stored = await patientFetch(new URL(path, url), {
    method: "POST",
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, "content-type": "image/jpeg" },
    body: readFileSync(PICTURE),
  });
  if (!stored.ok) throw new Error(`The demo's picture could not be stored: ${stored.status}`);
  const plain = { fontFamily: "sans", fontSize: "base", isBold: false, isUnderline: false, isItalic: false };
  const title = { ...plain, fontFamily: "heading", fontSize: "2xl", isBold: true };
  const items = [
    {
      title: "Under the lights: the midweek double",
      content:
        "Two rounds in five days. Picks for both are open now, and each match locks at its own kick-off, so there is no need to hurry through the second list.",
      image_url: "/storage/v1/object/public/news-images/news/floodlights.jpg",
      image_position: { x: 0, y: -16, scale: 1.1 },
      title_formatting: title,
    },
    {
      title: "League Cup codes are ready",
      content: "Ask an organiser for yours. One code, one plan, one player.",
    },
    {
      title: "How the table breaks a tie",
      content:
        "With equal points, the player with more perfect scores ranks higher. Players with equal points and perfect scores share the rank.",
      // Older rows have the same data as a JSON string.
      content_formatting: JSON.stringify({ ...plain, isItalic: true }),
    },
  ];
  await must(
    rest.from("news").insert(
      items.map((item) => ({
        image_url: null,
        image_position: null,
        title_formatting: null,
        content_formatting: plain,
        ...item,
        created_by_admin: adminId,
      })),
    ),
  );
}

/** The season's first four weeks, and the cup so far. */
async function archives(
  rest: PostgrestClient,
  season: readonly DemoMatch[],
  { adminId, must }: Club,
): Promise<void> {
  const dates = season
    .filter(({ kind }) => kind === "past")
    .map(({ date }) => date)
    .sort();
  const first = dates[0] ?? "";
  const fourWeeks = new Date(Date.parse(first) + 27 * DAY).toISOString().slice(0, 10);
  const archives = [
    {
      name: "Opening month",
      description: "The first four rounds of the season.",
      league: "Premier League",
      start_date: first,
      end_date: fourWeeks,
    },
    {
      name: "League Cup, autumn",
      description: null,
      league: "League Cup",
      start_date: first,
      end_date: dates.at(-1) ?? first,
    },
  ];
  for (const archive of archives) {
    const id = randomUUID();
    await must(rest.from("leaderboard_archives").insert({ id, ...archive, created_by_admin: adminId }));
    await must(
      rest.rpc("create_leaderboard_snapshot", {
        archive_id: id,
        league: archive.league,
        start_date: archive.start_date,
        end_date: archive.end_date,
      }),
    );
  }
}

async function notifications(rest: PostgrestClient, { adminId, playerId, must }: Club): Promise<void> {
  const told = [
    {
      type: "info",
      title: "Welcome to the club",
      message: "Pick a score for every match before it kicks off.",
    },
    {
      type: "success",
      title: "Subscription active",
      message: "Your Premier League subscription is valid for the season.",
    },
    {
      type: "warning",
      title: "A match has moved",
      message: "Please check the kick-off times of the midweek round again.",
    },
  ];
  await must(
    rest
      .from("notifications")
      .insert([playerId, adminId].flatMap((user_id) => told.map((one) => ({ user_id, ...one })))),
  );
}
