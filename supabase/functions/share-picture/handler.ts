import { answer, callerAddress, isStorable, readObject, refuse, unlessPost } from "../_http/answers.ts";
import { callAsService } from "../_http/database.ts";
import type { Environment, Handler } from "../_http/environment.ts";
import { languageOf } from "../_http/language.ts";
import { send } from "../_http/outgoing.ts";
import type { Language } from "../_words/languages.ts";
import type { Element } from "./element.ts";
import { inviteLink, ticketLink } from "./link-pictures.ts";
import { type Club, LANDSCAPE } from "./parts.ts";
import { cached } from "./picture-cache.ts";
import type { InviteData, PictureData, PictureKind, TicketData } from "./picture-data.ts";
import { PICTURES } from "./pictures.ts";
import { withPrintableText } from "./printable.ts";
import { render } from "./render.ts";
import { SPEECHES, type Speech } from "./speech.ts";

/**
 * POST { kind, of, language } with a member's token: the picture as image/png, 1080 by 1350 pixels. public.share_picture_data()
 * describes kind and of, and decides what the caller may share: 404 for anything else, 429 after 30 in a minute.
 *
 * GET or HEAD ?invite=CODE&language=fr or ?ticket=PLAN: the picture of an invite link or of a link with a code for a messenger, which has no
 * token, 1200 by 630 pixels. 404 unless the invite is open. The picture of a ticket depends on the plan only.
 */
export const handle: Handler = async (request, env) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const query = new URL(request.url).searchParams;
  const [invite, ticket] = isRead ? [query.get("invite"), query.get("ticket")] : [null, null];
  if (invite !== null) return inviteOf(invite, request, env);
  if (ticket !== null) return ticketOf(ticket, request, env);
  const refused = unlessPost(request);
  if (refused) return refused;
  const body = await readObject(request);
  const { kind, of, language } = body ?? {};
  if (typeof kind !== "string" || typeof of !== "string" || !isKind(kind))
    return refuse(400, "validation_failed", "Name the kind of picture and what it is of");
  const response = await send(`${env.SUPABASE_URL}/rest/v1/rpc/share_picture_data`, {
    method: "POST",
    headers: {
      apikey: env.SUPABASE_ANON_KEY ?? "",
      authorization: request.headers.get("authorization") ?? "",
      "content-type": "application/json",
    },
    body: JSON.stringify({ kind, _of: of }),
  });
  if (!response.ok) return refusalOf(response);
  return pictureOf(kind, await response.json(), languageOf(language, env), env);
};

async function inviteOf(code: string, request: Request, env: Environment): Promise<Response> {
  const args = { _code: code.slice(0, 40), _address: callerAddress(request) };
  const [data] = isStorable(code) ? await callAsService(env, "invite_picture_data", args) : [];
  if (!data) return refuse(404, "not_found", "There is no such invite link, or it has ended");
  return ofLink("invite", data, request, env);
}

async function ticketOf(plan: string, request: Request, env: Environment): Promise<Response> {
  const named = new URLSearchParams({
    select: "competition:name",
    needs_subscription: "is.true",
    id: `eq.${plan.slice(0, 40)}`,
  });
  const response = await send(`${env.SUPABASE_URL}/rest/v1/competitions?${named}`, {
    headers: { apikey: env.SUPABASE_ANON_KEY ?? "" },
  });
  const [data]: unknown[] = response.ok ? await response.json() : [];
  if (!data) return refuse(404, "not_found", "There is no such ticket");
  return ofLink("ticket", data, request, env);
}

async function ofLink(
  kind: "invite" | "ticket",
  found: unknown,
  request: Request,
  env: Environment,
): Promise<Response> {
  const language = languageOf(new URL(request.url).searchParams.get("language"), env);
  const data = withPrintableText(found);
  const [club, speech] = [clubOf(env), SPEECHES[language]];
  const picture = () =>
    kind === "invite"
      ? inviteLink(data as InviteData, club, speech)
      : ticketLink(data as TicketData, club, speech);
  const png = await cached(JSON.stringify(["link", kind, data, club, language]), () =>
    render(picture(), LANDSCAPE),
  );
  const shown = asPng(png);
  // Messengers keep a preview for as long as they like; others ask again soon, because the link may have ended.
  shown.headers.set("cache-control", "public, max-age=300");
  return shown;
}

async function pictureOf(
  kind: PictureKind,
  found: unknown,
  language: Language,
  env: Environment,
): Promise<Response> {
  const data = withPrintableText(found);
  const club = clubOf(env);
  const png = await cached(JSON.stringify([kind, data, club, language]), () =>
    render(draw(kind, data, club, language)),
  );
  return asPng(png);
}

function asPng(png: Uint8Array<ArrayBuffer>): Response {
  const { headers } = answer(null);
  headers.set("content-type", "image/png");
  return new Response(png, { headers });
}

const isKind = (kind: string): kind is PictureKind => Object.hasOwn(PICTURES, kind);

function draw(kind: PictureKind, data: unknown, club: Club, language: Language): Element {
  const picture = PICTURES[kind] as (data: PictureData[PictureKind], club: Club, speech: Speech) => Element;
  return picture(data as PictureData[PictureKind], club, SPEECHES[language]);
}

function clubOf(env: Environment): Club {
  const url = env.SITE_URL ?? "";
  return { name: env.CLUB_NAME ?? "Scoreline", address: URL.canParse(url) ? new URL(url).host : "" };
}

async function refusalOf(response: Response): Promise<Response> {
  if (response.status >= 500) throw new Error(`share_picture_data answered ${response.status}`);
  const { code }: { code?: unknown } = await response.json();
  if (code === "SL004") return refuse(429, "SL004", "Too many pictures. Try again in a minute.");
  if (response.status === 404) return refuse(404, "not_found", "There is no picture of this");
  return refuse(response.status, typeof code === "string" ? code : "unauthorized", "Please sign in again");
}

const SAMPLE: PictureData["match"] = {
  league: "League",
  day: "Saturday 1 January",
  date: "2000-01-01",
  status: "completed",
  home: "Home",
  away: "Away",
  home_score: 2,
  away_score: 1,
  my_home: 2,
  my_away: 1,
  points: 3,
  is_double: false,
  user_id: "",
  name: "Player",
  same: 1,
  players: 1,
  split: [1, 0, 0],
};

// The first picture compiles the renderer. A busy machine may take longer for it than the two seconds after which the
// host ends a function that does not react. A function that starts has no such limit.
await render(PICTURES.match(SAMPLE, { name: "Club", address: "" }, SPEECHES.en));
