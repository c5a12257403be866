/** The `og:` tags from which WhatsApp and others make the preview of a link (https://ogp.me). */
import { z } from "zod";
import * as english from "../../words/generated/en/previews.ts";
import * as french from "../../words/generated/fr/previews.ts";
import * as kreol from "../../words/generated/mfe/previews.ts";
import { type Language, SOURCE_LANGUAGE } from "../../words/languages.ts";
import type { Fetch } from "../gateway/admission/admission.ts";
import { escapeHtml } from "../html.ts";
import type { StaticFile } from "./files.ts";

const previewsSchema = z.object({
  description: z.string(),
  pages: z.record(
    z.string(),
    z.object({
      title: z.string(),
      description: z.string(),
      /** Whether public.link_preview() may know more of an address. */
      asks: z.boolean().optional(),
    }),
  ),
});

/** The previews of a page's addresses by the first part of the path, and the description of all others. */
export type LinkPreviews = z.infer<typeof previewsSchema>;

/** `previews.json` of the built page. A page without one has the club's name only. Throws ZodError for another format. */
export function readPreviews(file: StaticFile | undefined): LinkPreviews {
  const text = Buffer.from(file?.copies.get("") ?? []).toString("utf8");
  return text === "" ? { description: "", pages: {} } : previewsSchema.parse(JSON.parse(text));
}

/** Returns the key of a path's preview, or `""` for the club's preview. */
export function previewKey({ pages }: LinkPreviews, path: string): string {
  const first = path.split("/")[1] ?? "";
  return Object.hasOwn(pages, first) ? first : "";
}

const askedSchema = z
  .array(
    z.object({
      title: z.string(),
      description: z.string(),
      image: z.string().startsWith("/"),
      inviter: z.string(),
      group_name: z.string(),
      members: z.number(),
    }),
  )
  .max(1);

/** What public.link_preview() says of one address in English and in parts. `image`: the path of a picture that a member may share. */
export type AskedPreview = z.infer<typeof askedSchema>[number];

const WORDS = { en: english, fr: french, mfe: kreol } satisfies Record<Language, typeof english>;

/** The preview of an invite in the words of a language. */
export function inviteIn(language: Language, asked: AskedPreview): AskedPreview {
  const words = WORDS[language];
  return {
    ...asked,
    image: language === SOURCE_LANGUAGE ? asked.image : `${asked.image}&language=${language}`,
    title: words.invitesYou({ name: asked.inviter, group: asked.group_name }),
    description: words.predictAndCompare({ members: asked.members }),
  };
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
  asked: AskedPreview | null = null,
): string {
  const preview = asked ?? previews.pages[key];
  const title = preview ? `${preview.title} · ${brand}` : brand;
  const description = preview?.description ?? previews.description;
  const [image, width, height] = asked
    ? [asked.image, SHARED.width, SHARED.height]
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
    ["og:image:alt", asked ? asked.title : brand],
  ]
    .filter(([, content]) => content !== "")
    .map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content ?? "")}">`)
    .concat(`<meta name="twitter:card" content="${asked ? "summary_large_image" : "summary"}">`)
    .join("");
}

/** The pixels of the pictures that members share (supabase/functions/share-picture). */
const SHARED = { width: "1080", height: "1350" };
