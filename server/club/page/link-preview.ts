/** The `og:` tags from which WhatsApp and others make the preview of a link (https://ogp.me). */
import { z } from "zod";
import * as englishFootball from "../../../words/generated/en/football.ts";
import * as english from "../../../words/generated/en/previews.ts";
import * as frenchFootball from "../../../words/generated/fr/football.ts";
import * as french from "../../../words/generated/fr/previews.ts";
import * as kreolFootball from "../../../words/generated/mfe/football.ts";
import * as kreol from "../../../words/generated/mfe/previews.ts";
import { type Language, SOURCE_LANGUAGE } from "../../../words/languages.ts";
import { roundIn } from "../../../words/messages/round-name.ts";
import type { Fetch } from "../../gateway/admission/admission.ts";
import { escapeHtml } from "../../html.ts";
import { type StaticFile, textOf } from "./files.ts";

const previewsSchema = z.object({
  description: z.string(),
  pages: z.record(
    z.string(),
    z.object({
      title: z.string(),
      description: z.string(),
      /** Whether public.link_preview() may know more of an address: of each, or of those with this name in the query. */
      asks: z.union([z.boolean(), z.string()]).optional(),
    }),
  ),
});

/** The previews of a page's addresses by the first part of the path, and the description of all others. */
export type LinkPreviews = z.infer<typeof previewsSchema>;

/** `previews.json` of the built page. A page without one has the club's name only. Throws ZodError for another format. */
export function readPreviews(file: StaticFile | undefined): LinkPreviews {
  return file ? previewsSchema.parse(JSON.parse(textOf(file))) : { description: "", pages: {} };
}

/** Returns the key of a path's preview, or `""` for the club's preview. */
export function previewKey({ pages }: LinkPreviews, path: string): string {
  const first = path.split("/")[1] ?? "";
  return Object.hasOwn(pages, first) ? first : "";
}

/** Whether to ask public.link_preview() about this address. */
export function asksFor({ pages }: LinkPreviews, key: string, query: URLSearchParams): boolean {
  const asks = pages[key]?.asks;
  return typeof asks === "string" ? query.has(asks) : asks === true;
}

const askedSchema = z
  .array(
    z.discriminatedUnion("kind", [
      z.object({
        kind: z.literal("invite"),
        image: z.string().startsWith("/"),
        facts: z.object({ inviter: z.string(), group: z.string(), members: z.number() }),
      }),
      z.object({
        kind: z.literal("ticket"),
        image: z.string().startsWith("/"),
        facts: z.object({ competition: z.string() }),
      }),
      z.object({
        kind: z.literal("matchday"),
        image: z.null(),
        facts: z.object({ round: z.string(), competition: z.string() }),
      }),
      z.object({
        kind: z.literal("month"),
        image: z.null(),
        facts: z.object({ month: z.iso.date() }),
      }),
      z.object({
        kind: z.literal("honours"),
        image: z.null(),
        facts: z.object({ matchdays: z.number(), months: z.number() }),
      }),
      z.object({
        kind: z.literal("match"),
        image: z.null(),
        facts: z.object({
          home: z.string(),
          away: z.string(),
          competition: z.string(),
          is_open: z.boolean(),
        }),
      }),
    ]),
  )
  .max(1);

/** What public.link_preview() says of one address. `image`: the path of a picture of 1200 by 630 pixels. */
export type AskedPreview = z.infer<typeof askedSchema>[number];

/** The preview of one address in the words of a language. */
export interface SaidPreview {
  /** Null: the page's own. */
  title: string | null;
  description: string;
  image: string | null;
}

const WORDS = { en: english, fr: french, mfe: kreol } satisfies Record<Language, typeof english>;
const FOOTBALL = { en: englishFootball, fr: frenchFootball, mfe: kreolFootball } satisfies Record<
  Language,
  typeof englishFootball
>;

/** Puts what public.link_preview() says into the words of a language. */
export function previewIn(language: Language, asked: AskedPreview): SaidPreview {
  const isSource = language === SOURCE_LANGUAGE || asked.image === null;
  return {
    ...textsOf(WORDS[language], FOOTBALL[language], asked),
    image: isSource ? asked.image : `${asked.image}&language=${language}`,
  };
}

function textsOf(
  words: typeof english,
  football: typeof englishFootball,
  asked: AskedPreview,
): Omit<SaidPreview, "image"> {
  switch (asked.kind) {
    case "invite": {
      const { inviter: name, group, members } = asked.facts;
      return { title: words.invitesYou({ name, group }), description: words.predictAndCompare({ members }) };
    }
    case "ticket":
      return { title: words.ticketFor(asked.facts), description: words.useTheTicket };
    case "matchday": {
      const { round, competition } = asked.facts;
      const title = words.matchdayOf({ round: roundIn(football, round), competition });
      return { title, description: words.whoLeadsTheMatchday };
    }
    case "month": {
      const [year = "", month = ""] = asked.facts.month.split("-");
      const name = football.months.split(" ")[Number(month) - 1] ?? month;
      return { title: words.monthOf({ month: name, year }), description: words.whoLeadsTheMonth };
    }
    case "honours":
      return { title: null, description: words.honoursSoFar(asked.facts) };
    case "match": {
      const { competition, is_open: isOpen } = asked.facts;
      return {
        title: words.match(asked.facts),
        description: isOpen ? words.predictTheMatch({ competition }) : competition,
      };
    }
  }
}

/** Pages wait no longer for their preview, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Asks the database for the preview of a path as the visitor who requests it, so that guesses are counted for the visitor's
 * address. `rest`: the data API. Returns null without a preview, or if none comes in time.
 */
export async function askForPreview(
  rest: Fetch,
  publishableKey: string,
  path: string,
  request: Request,
  env: unknown,
): Promise<AskedPreview | null> {
  // Nothing else of the page's request is for the data API, such as the formats that a browser accepts.
  const proxies = request.headers.get("x-forwarded-for");
  const asked = new Request(new URL("/rest/v1/rpc/link_preview", request.url), {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      ...(proxies !== null && { "x-forwarded-for": proxies }),
    },
    body: JSON.stringify({ _path: path }),
  });
  // The page is more important than its preview.
  const answered = answerOf(rest, asked, env).catch(() => null);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function answerOf(rest: Fetch, asked: Request, env: unknown): Promise<AskedPreview | null> {
  const response = await rest(asked, env);
  return response.ok ? (askedSchema.parse(await response.json())[0] ?? null) : null;
}

/**
 * The tags of one preview. `siteUrl`: the page's public origin, without a slash at the end. Addresses are absolute,
 * because messengers do not resolve relative ones.
 */
export function previewTags(
  previews: LinkPreviews,
  key: string,
  brand: string,
  siteUrl: string,
  said: SaidPreview | null = null,
): string {
  const page = previews.pages[key];
  const name = said?.title ?? page?.title;
  const title = name === undefined ? brand : `${name} · ${brand}`;
  const description = said?.description ?? page?.description ?? previews.description;
  const picture = said?.image ?? null;
  const [image, width, height] = picture
    ? [picture, LANDSCAPE.width, LANDSCAPE.height]
    : ["/icons/icon-512.png", "512", "512"];
  return [
    ["og:type", "website"],
    ["og:site_name", brand],
    ["og:title", title],
    ["og:description", description],
    ["og:image", siteUrl + image],
    ["og:image:type", "image/png"],
    ["og:image:width", width],
    ["og:image:height", height],
    ["og:image:alt", picture ? (name ?? brand) : brand],
  ]
    .filter(([, content]) => content !== "")
    .map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content ?? "")}">`)
    .concat(`<meta name="twitter:card" content="${picture ? "summary_large_image" : "summary"}">`)
    .join("");
}

/** The pixels of the pictures for messengers (supabase/functions/share-picture). */
const LANDSCAPE = { width: "1200", height: "630" };
