/** Creates a club's data for a test with the secret key. */
import { expect, type Page, type WebSocket } from "@playwright/test";
import type { Database } from "../../../supabase/database.types.ts";
import { clubTime } from "../../club-time.ts";
import type { Club } from "./club.ts";
import { PASSWORD } from "./user-actions.ts";

type Inserts<Table extends keyof Database["public"]["Tables"]> =
  Database["public"]["Tables"][Table]["Insert"];

/** Creates an account with the usual password, or without one if it only appears on leaderboards. Returns its id. */
export async function addPlayer(club: Club, name: string, email: string, signsIn = true): Promise<string> {
  const { data, error } = await club.secret.auth.admin.createUser({
    email,
    ...(signsIn ? { password: PASSWORD } : {}),
    email_confirm: true,
    user_metadata: { full_name: name },
  });
  if (error) throw error;
  return data.user.id;
}

/** Creates an admin's account. Returns its id. */
export async function addAdmin(club: Club, name: string, email: string): Promise<string> {
  const id = await addPlayer(club, name, email);
  await must(club.secret.rpc("grant_admin", { _identifier: email }));
  return id;
}

/** Creates a match and missing teams. Returns the match's id. */
export async function addMatch(
  club: Club,
  match: Pick<Inserts<"matches">, "home_team_name" | "away_team_name" | "match_date" | "league"> &
    Partial<Inserts<"matches">>,
): Promise<string> {
  await must(
    club.secret.from("teams").upsert([{ name: match.home_team_name }, { name: match.away_team_name }], {
      onConflict: "name",
      ignoreDuplicates: true,
    }),
  );
  const added = await must(club.secret.from("matches").insert(match).select("id").single());
  return added.data?.id ?? "";
}

export async function predict(
  club: Club,
  userId: string,
  matchId: string,
  [home_prediction, away_prediction]: readonly [number, number],
): Promise<void> {
  await must(
    club.secret
      .from("user_predictions")
      .insert({ user_id: userId, match_id: matchId, home_prediction, away_prediction }),
  );
}

export async function complete(
  club: Club,
  matchId: string,
  [home_score, away_score]: readonly [number, number],
): Promise<void> {
  await must(
    club.secret.from("matches").update({ status: "completed", home_score, away_score }).eq("id", matchId),
  );
}

/** Moves a match into the past with its result, in one request: a past match without one reminds organisers. */
export async function completeInThePast(
  club: Club,
  matchId: string,
  daysAgo: number,
  [home_score, away_score]: readonly [number, number],
): Promise<void> {
  const kickoff = clubTime(Date.now() - daysAgo * 86_400_000);
  await must(
    club.secret
      .from("matches")
      .update({ ...kickoff, status: "completed", home_score, away_score })
      .eq("id", matchId),
  );
}

/** Stores `value` as JSON text, as the panels do. */
export async function saveSetting(club: Club, key: string, value: unknown): Promise<void> {
  await must(
    club.secret
      .from("admin_settings")
      .upsert({ setting_key: key, setting_value: JSON.stringify(value) }, { onConflict: "setting_key" }),
  );
}

/**
 * Opens an address and waits until the page receives live changes: for players also of their notifications,
 * for admins on Live Scores also of live scores. A page that connects again, as on a busy machine, counts as one.
 */
export async function openLive(page: Page, path: string, channels: 1 | 2 | 3): Promise<void> {
  const joined = new Set<string>();
  const subscribed = new Promise<void>((resolve) => {
    const listen = (socket: WebSocket) =>
      socket.on("framereceived", ({ payload }) => {
        const text = payload.toString();
        if (!text.includes("Subscribed to PostgreSQL")) return;
        joined.add(/realtime:(\w+)/.exec(text)?.[1] ?? "");
        if (joined.size < channels) return;
        page.off("websocket", listen);
        resolve();
      });
    page.on("websocket", listen);
  });
  await page.goto(path);
  await subscribed;
}

/**
 * Keeps the page from following changes until the returned function is called. Call it before the page is opened.
 * A service worker may serve the page's files, so holding those does not.
 */
export async function holdLiveChanges(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.routeWebSocket(/\/realtime\//, async (socket) => {
    await released;
    socket.connectToServer();
  });
  return release;
}

/**
 * Keeps the page from becoming live, when it would load again what has failed: then only Retry does. Call it before the page
 * is opened.
 */
export async function keepFromLiveChanges(page: Page): Promise<void> {
  await page.routeWebSocket(/\/realtime\//, () => undefined);
}

/** Awaits a request and fails the test with the server's error. */
export async function must<Answer extends { error: unknown }>(request: PromiseLike<Answer>): Promise<Answer> {
  const answer = await request;
  expect(answer.error).toBeNull();
  return answer;
}
