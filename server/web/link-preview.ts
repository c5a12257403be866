/** The `og:` tags from which WhatsApp and others make the preview of a link (https://ogp.me). */
import { z } from "zod";
import { escapeHtml } from "../html.ts";
import type { StaticFile } from "./files.ts";

const previewsSchema = z.object({
  description: z.string(),
  pages: z.record(z.string(), z.object({ title: z.string(), description: z.string() })),
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

/**
 * The tags of one preview. `siteUrl`: the page's public origin, without a slash at the end. Addresses are absolute,
 * because messengers do not resolve relative ones.
 */
export function previewTags(previews: LinkPreviews, key: string, brand: string, siteUrl: string): string {
  const preview = previews.pages[key];
  const title = preview ? `${preview.title} · ${brand}` : brand;
  const description = preview?.description ?? previews.description;
  return [
    ["og:type", "website"],
    ["og:site_name", brand],
    ["og:title", title],
    ["og:description", description],
    ["og:image", `${siteUrl}/icons/icon-512.png`],
    ["og:image:type", "image/png"],
    ["og:image:width", "512"],
    ["og:image:height", "512"],
    ["og:image:alt", brand],
  ]
    .filter(([, content]) => content !== "")
    .map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content ?? "")}">`)
    .concat('<meta name="twitter:card" content="summary">')
    .join("");
}
