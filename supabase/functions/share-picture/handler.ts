import { answer, callerAddress, isStorable, readObject, refuse, unlessPost } from "../_http/answers.ts";
import { callAsService } from "../_http/database.ts";
import type { Environment, Handler } from "../_http/environment.ts";
import { languageOf } from "../_http/language.ts";
import { send } from "../_http/outgoing.ts";
import type { Language } from "../_words/languages.ts";
import type { Element } from "./element.ts";
import type { Club } from "./parts.ts";
import { cached } from "./picture-cache.ts";
import type { PictureData, PictureKind } from "./picture-data.ts";
import { PICTURES } from "./pictures.ts";
import { withPrintableText } from "./printable.ts";
import { render } from "./render.ts";
import { SPEECHES, type Speech } from "./speech.ts";

/**
 * POST { kind, of, language } with a member's token: the picture as image/png, 1080 by 1350 pixels. public.share_picture_data()
 * describes kind and of, and decides what the caller may share: 404 for anything else, 429 after 30 in a minute.
 *
 * GET or HEAD ?invite=CODE&language=fr: the picture of an invite link for a messenger, which has no token. 404 unless the link is open.
 */
export const handle: Handler = async (request, env) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const invite = isRead ? new URL(request.url).searchParams.get("invite") : null;
  if (invite !== null) return inviteOf(invite, request, env);
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
  const language = languageOf(new URL(request.url).searchParams.get("language"), env);
  const picture = await pictureOf("invite", data, language, env);
  // Messengers keep a preview for as long as they like; others ask again soon, because the link may have ended.
  picture.headers.set("cache-control", "public, max-age=300");
  return picture;
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
