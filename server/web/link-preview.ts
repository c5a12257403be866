/** The `og:` tags from which WhatsApp and others make the preview of a link (https://ogp.me). */

import { escapeHtml } from "../html.ts";

interface Preview {
  title: string;
  description: string;
}

const CLUB = "Predict the score of every match, earn points, climb the table.";

/** Previews by the first part of the path. They are public, so they never depend on the rest of the path. */
const PREVIEWS: Readonly<Record<string, Preview>> = {
  matches: { title: "Matches", description: "Predict the next matches before they kick off." },
  subscriptions: { title: "Subscriptions", description: "Redeem a code and predict its competition." },
  leaderboard: { title: "Leaderboard", description: "Who leads, by season, matchday and month." },
  honours: { title: "Honours", description: "Champions, winners of matchdays and months, and records." },
  "head-to-head": { title: "Head to head", description: "Two players compared, match by match." },
  archives: { title: "Leaderboard Archives", description: "The final tables of earlier competitions." },
  groups: { title: "Groups", description: "A leaderboard for you and your friends." },
  join: { title: "You are invited to a group", description: "Join, predict scores and compare your points." },
  auth: { title: "Sign In", description: CLUB },
};

/** Returns the key of a path's preview, or `""` for the club's preview. */
export function previewKey(path: string): string {
  const first = path.split("/")[1] ?? "";
  return Object.hasOwn(PREVIEWS, first) ? first : "";
}

/**
 * The tags of one preview. `siteUrl`: the page's public origin, without a slash at the end. Addresses are absolute,
 * because messengers do not resolve relative ones.
 */
export function previewTags(key: string, brand: string, siteUrl: string): string {
  const preview = PREVIEWS[key];
  const title = preview ? `${preview.title} · ${brand}` : brand;
  const description = preview?.description ?? CLUB;
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
    .map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content ?? "")}">`)
    .concat('<meta name="twitter:card" content="summary">')
    .join("");
}
