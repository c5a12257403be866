/** The parts of the pictures: the pitch, flaps, crests, shirts and pennants. Letters lie over the drawings. */

import { heraldryOf } from "../_football/club-colours.ts";
import { shieldOf, shirt as shirtShape } from "../_football/shapes.ts";
import { shirtColours } from "../_football/shirt-colours.ts";
import { shorten } from "../_http/shorten.ts";
import { box, type Child, drawing, type Element, HEADINGS, note, type Style, shape } from "./element.ts";

/** In pixels: what members share, and what messengers show of a link. */
export const PORTRAIT = { width: 1080, height: 1350 };
export const LANDSCAPE = { width: 1200, height: 630 };
export const CHALK = "#faf8ec";
export const PITCH = "#0d3b22";
export const AMBER = "#f9bc2d";
export const RULE = "2px solid #ffffff26";
const LINE = "#ffffff18";

/** The foot of every picture. */
export interface Club {
  name: string;
  /** The address of the page without its scheme. */
  address: string;
}

/** A picture: its content on the pitch, with the club's name and address at the foot. */
export function page(club: Club, ...content: readonly Child[]): Element {
  return pitch(
    PORTRAIT,
    box(
      { position: "absolute", left: 72, top: 72, flexDirection: "column", width: 936, height: 1120 },
      ...content,
    ),
    foot(club, 936, 56),
  );
}

/** The same for messengers, which show 1200 by 630 pixels. */
export function landscape(club: Club, ...content: readonly Child[]): Element {
  return pitch(
    LANDSCAPE,
    box(
      { position: "absolute", left: 72, top: 56, alignItems: "center", width: 1056, height: 440 },
      ...content,
    ),
    foot(club, 1056, 40),
  );
}

/** Mown stripes with the halfway line and the circle. */
function pitch({ width, height }: typeof PORTRAIT, ...content: readonly Child[]): Element {
  const count = Math.ceil(width / 270);
  const stripes = Array.from({ length: count }, (_, at) =>
    box({ position: "absolute", top: 0, left: at * 270, width: 135, height, background: "#0a4629" }),
  );
  return box(
    {
      position: "relative",
      flexDirection: "column",
      width,
      height,
      background: "#074026",
      color: CHALK,
      fontFamily: HEADINGS,
      fontWeight: 700,
    },
    ...stripes,
    box({ position: "absolute", left: width / 2, top: 0, width: 3, height, background: LINE }),
    box({
      position: "absolute",
      left: width / 2 - 200,
      top: height / 2 - 200,
      width: 400,
      height: 400,
      borderRadius: 200,
      border: `3px solid ${LINE}`,
    }),
    ...content,
  );
}

function foot({ name, address }: Club, width: number, bottom: number): Element {
  return box(
    {
      position: "absolute",
      left: 72,
      bottom,
      width,
      alignItems: "center",
      justifyContent: "space-between",
      fontSize: 40,
    },
    box(
      { alignItems: "center" },
      flaps("31", 60),
      box({ marginLeft: 14, width: 480 }, fitting(name, 34, 40, 30)),
    ),
    note(shorten(address, 28), 28, { color: "#cfe0cf" }),
  );
}

/** Text that takes the smaller size from `letters` letters on. */
export function fitting(text: string, letters: number, size: number, small: number): Element {
  return box(
    { fontSize: [...text].length > letters ? small : size, lineHeight: 1 },
    shorten(text, letters * 2),
  );
}

/** Each digit on a dark split tile; `height` in pixels. Two halves, because a clipped box costs a layer of the whole picture. */
export function flaps(digits: string, height: number, ink = "#f8f6ea"): Element {
  const width = Math.round(height * 0.7);
  const half = height / 2;
  const radius = Math.max(8, Math.round(height * 0.068));
  const part = (style: Style) => box({ position: "absolute", left: 0, width, ...style });
  return box(
    {},
    ...[...digits].map((digit) =>
      box(
        {
          position: "relative",
          alignItems: "center",
          justifyContent: "center",
          width,
          height,
          marginRight: Math.max(4, Math.round(height * 0.036)),
          fontSize: Math.round(height * 0.82),
          lineHeight: 1,
          color: ink,
        },
        part({ top: 0, height: half, background: "#1b2a22", borderRadius: `${radius}px ${radius}px 0 0` }),
        part({ top: half, height: half, background: "#101a15", borderRadius: `0 0 ${radius}px ${radius}px` }),
        box({ position: "relative" }, digit),
        part({ top: half - 1, height: 2, background: "#070c09" }),
      ),
    ),
  );
}

/** A team's shield; from 100 pixels on with its letters. */
export function crest(team: string, width: number): Element {
  const heraldry = heraldryOf(team);
  const { outline, paths } = shieldOf(heraldry);
  const clip = `c-${heraldry.letters.toLowerCase().replace(/[^a-z]/g, "")}-${width}`;
  const height = Math.round((width * 72) / 64);
  const shield = drawing(
    width,
    height,
    "0 0 64 72",
    shape("clipPath", { id: clip }, shape("path", { d: outline })),
    shape(
      "g",
      { clipPath: `url(#${clip})` },
      shape("path", { fill: heraldry.field, d: "M0 0h64v72H0z" }),
      ...paths.map((d) => shape("path", { fill: heraldry.second, d })),
      shape("path", { fill: heraldry.chief, d: "M0 0h64v25H0z" }),
      shape("path", { fill: heraldry.edge, d: "M0 24h64v2H0z" }),
      shape("path", { fill: "#000000", fillOpacity: 0.12, d: "M32 0h32v72H32z" }),
    ),
    shape("path", { d: outline, fill: "none", stroke: heraldry.edge, strokeWidth: 3.5 }),
    shape("path", {
      d: outline,
      transform: "translate(-1.6 -1.8) scale(1.05)",
      fill: "none",
      stroke: "#ffffff",
      strokeOpacity: 0.6,
      strokeWidth: 1.2,
    }),
  );
  const letters =
    width >= 100 ? overlay(heraldry.letters, width, width * 0.07, width * 0.28, heraldry.ink) : null;
  return box({ position: "relative", width, height, flexShrink: 0 }, shield, letters);
}

/** A member's shirt with the initial of the name. */
export function shirt(player: string, name: string, width: number): Element {
  const [kit, trim] = shirtColours(player);
  const height = Math.round((width * 40) / 42);
  const initial = [...name.trim()][0]?.toUpperCase() ?? "?";
  return box(
    { position: "relative", width, height, flexShrink: 0 },
    drawing(
      width,
      height,
      "0 0 42 40",
      shape("path", { d: shirtShape.body, fill: kit, stroke: "#ffffff", strokeOpacity: 0.5 }),
      shape("path", { d: shirtShape.collar, fill: "none", stroke: trim, strokeWidth: 2 }),
    ),
    overlay(initial, width, height * 0.3, width * 0.45, trim),
  );
}

/** A group's two colours, cut diagonally, with its initials on a plate. */
export function pennant(name: string, first: string, second: string, width: number): Element {
  const height = Math.round((width * 86) / 64);
  const words = name.trim().split(/\s+/u);
  const initials = words.slice(0, 2).map((word) => [...word][0]?.toUpperCase() ?? "");
  return box(
    { position: "relative", width, height, flexShrink: 0 },
    drawing(
      width,
      height,
      "0 0 64 86",
      shape("rect", { fill: "#c9a45a", x: 0, y: 2, width: 64, height: 5, rx: 2.5 }),
      shape("path", { fill: first, d: "M4 7h56v42L32 84 4 49z" }),
      shape("path", { fill: second, d: "M60 7v42L32 84 4 49z" }),
      shape("path", { fill: "#000000", fillOpacity: 0.13, d: "M32 7h28v42L32 84z" }),
      shape("path", { fill: "#fbfaf3", d: "M12 16h40v22H12z" }),
      shape("path", {
        fill: "none",
        stroke: "#ffffff",
        strokeOpacity: 0.65,
        strokeWidth: 1.6,
        d: "M4 7h56v42L32 84 4 49z",
      }),
    ),
    overlay(initials.join(""), width, width * 0.28, width * 0.29, "#14251c"),
  );
}

function overlay(text: string, width: number, top: number, fontSize: number, color: string): Element {
  return box(
    { position: "absolute", left: 0, top, width, justifyContent: "center", fontSize, lineHeight: 1, color },
    text,
  );
}

/** A heading, smaller if it would not fit into two lines of `width` pixels, or into one line of large letters. */
export function title(text: string, size: number, width = 936): Element {
  const room = width / (0.42 * size);
  const letters = [...text].length;
  const fontSize = letters > 2 * room ? size * 0.55 : letters > room ? size * 0.75 : size;
  return box({ fontSize, lineHeight: 0.95, letterSpacing: -1, maxWidth: "100%" }, shorten(text, 60));
}
