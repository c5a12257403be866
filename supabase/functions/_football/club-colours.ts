import { clubKey, clubLetters } from "./club-name.ts";

export const patterns = [
  "bend",
  "chevron",
  "chief",
  "cross",
  "flanks",
  "halves",
  "hoops",
  "pale",
  "quarters",
  "saltire",
  "sash",
  "stripes",
] as const;
export type Pattern = (typeof patterns)[number];

/** The letters, the pattern and the five colours of a drawn shield, with the terms of heraldry. */
export interface Heraldry {
  letters: string;
  pattern: Pattern;
  field: string;
  second: string;
  chief: string;
  ink: string;
  edge: string;
}

type Entry = readonly [
  letters: string,
  pattern: Pattern,
  field: string,
  second: string,
  chief: string,
  ink: string,
  edge: string,
];

/** The colours of known clubs. They are plain colours and patterns, not the clubs' badges. */
const known: Readonly<Record<string, Entry>> = {
  arsenal: ["ARS", "flanks", "#c8102e", "#fff", "#c8102e", "#fff", "#8d0b20"],
  "aston villa": ["AVL", "flanks", "#6d0f36", "#9bc7e8", "#6d0f36", "#cfe6f7", "#4a0a25"],
  bournemouth: ["BOU", "stripes", "#c3142d", "#17171a", "#17171a", "#fff", "#17171a"],
  brentford: ["BRE", "stripes", "#d2122e", "#fff", "#1d1d1f", "#fff", "#1d1d1f"],
  "brighton & hove albion": ["BHA", "stripes", "#0a57b5", "#fff", "#0a57b5", "#fff", "#083f84"],
  burnley: ["BUR", "chevron", "#6d1535", "#8fc9ea", "#6d1535", "#cfe9f8", "#480d23"],
  chelsea: ["CHE", "chevron", "#0a3f9d", "#e9eef9", "#0a3f9d", "#fff", "#07296a"],
  "crystal palace": ["CRY", "sash", "#1b458f", "#c4122e", "#1b458f", "#fff", "#0f2c60"],
  everton: ["EVE", "chief", "#0b3f96", "#eef2fb", "#0b3f96", "#fff", "#072a66"],
  fulham: ["FUL", "pale", "#f5f5f3", "#1b1b1d", "#1b1b1d", "#fff", "#1b1b1d"],
  "ipswich town": ["IPS", "bend", "#1747a6", "#fff", "#1747a6", "#fff", "#0e2f72"],
  "leeds united": ["LEE", "bend", "#f4f4ef", "#1d428a", "#1d428a", "#ffd84a", "#1d428a"],
  "leicester city": ["LEI", "cross", "#0f4fb3", "#f0b52b", "#0f4fb3", "#fff", "#0a3679"],
  liverpool: ["LIV", "cross", "#b80f26", "#d93348", "#b80f26", "#fbe7c0", "#7d0a1a"],
  "manchester city": ["MCI", "hoops", "#7db7e0", "#a9d2ee", "#132d55", "#fff", "#132d55"],
  "manchester united": ["MUN", "chevron", "#bf1126", "#141414", "#141414", "#ffd84a", "#141414"],
  "newcastle united": ["NEW", "stripes", "#17171a", "#fff", "#17171a", "#fff", "#17171a"],
  "nottingham forest": ["NFO", "halves", "#c40f22", "#9d0c1b", "#f6f3ee", "#a90d1d", "#83091a"],
  southampton: ["SOU", "stripes", "#d2122e", "#fff", "#17171a", "#fff", "#17171a"],
  sunderland: ["SUN", "stripes", "#d0142c", "#fff", "#17171a", "#fff", "#17171a"],
  "tottenham hotspur": ["TOT", "halves", "#f4f5f8", "#dfe3ec", "#131c3c", "#fff", "#131c3c"],
  "west ham united": ["WHU", "saltire", "#6b1532", "#8cc4e6", "#6b1532", "#cfe9f8", "#450c20"],
  "wolverhampton wanderers": ["WOL", "bend", "#f2b01e", "#1b1916", "#1b1916", "#f8c24a", "#1b1916"],
  "blackburn rovers": ["BLB", "halves", "#0b57a8", "#fff", "#0b57a8", "#fff", "#083b74"],
  "bristol rovers": ["BRR", "quarters", "#1456a8", "#fff", "#1456a8", "#fff", "#0c386f"],
  "norwich city": ["NOR", "saltire", "#f5dd1b", "#067a3b", "#067a3b", "#fff3a0", "#045427"],
  "queens park rangers": ["QPR", "hoops", "#1d5bb0", "#fff", "#1d5bb0", "#fff", "#123d78"],
  "club atlético de madrid": ["ATM", "stripes", "#c8202f", "#fff", "#1f3c88", "#fff", "#142a61"],
  barcelona: ["BAR", "stripes", "#a3123f", "#1c3f94", "#1c3f94", "#f4cf4b", "#12295f"],
  "bayern münchen": ["BAY", "pale", "#c8102e", "#f2f2f2", "#c8102e", "#fff", "#0b4ea2"],
  "borussia dortmund": ["DOR", "halves", "#f7dc1b", "#e6c800", "#17171a", "#f7dc1b", "#17171a"],
  celtic: ["CEL", "hoops", "#12804a", "#fff", "#12804a", "#fff", "#0b5531"],
  feyenoord: ["FEY", "halves", "#d0142c", "#f5f5f3", "#17171a", "#fff", "#17171a"],
  "internazionale milano": ["INT", "stripes", "#0f3f93", "#17171a", "#17171a", "#fff", "#17171a"],
  juventus: ["JUV", "stripes", "#f5f5f3", "#17171a", "#17171a", "#fff", "#17171a"],
  milan: ["MIL", "stripes", "#b5122b", "#17171a", "#17171a", "#fff", "#17171a"],
  monaco: ["MON", "bend", "#f5f5f3", "#cf1430", "#cf1430", "#fff", "#8d0e21"],
  napoli: ["NAP", "chief", "#1286c8", "#7cc4ea", "#0b3f7d", "#fff", "#0b3f7d"],
  "paris saint-germain": ["PAR", "pale", "#12305f", "#c8202f", "#12305f", "#fff", "#0b1f40"],
  psv: ["PSV", "stripes", "#d2122e", "#fff", "#d2122e", "#fff", "#8d0e21"],
  "real madrid": ["RMA", "sash", "#f7f7f4", "#c9b458", "#f7f7f4", "#3c3a6e", "#3c3a6e"],
  "sport lisboa e benfica": ["BEN", "chevron", "#c8102e", "#f2f2f2", "#c8102e", "#fff", "#8a0b20"],
  "sporting clube de portugal": ["SCP", "hoops", "#0a6b3d", "#f5f5f3", "#0a6b3d", "#fff", "#064527"],
  wrexham: ["WRE", "flanks", "#c4161c", "#fff", "#c4161c", "#fff", "#0a5a35"],
};

/** Pairs of colours for other clubs. */
const pairs: readonly (readonly [field: string, second: string])[] = [
  ["#14532d", "#d9f2e0"],
  ["#0b4f9e", "#f2d13c"],
  ["#8e1230", "#f6d8df"],
  ["#b45309", "#fff4e2"],
  ["#0f766e", "#e3faf6"],
  ["#4c1d95", "#e7dcfb"],
  ["#1d1d21", "#e9c46a"],
  ["#c9302c", "#1d1d21"],
  ["#1e3a5f", "#9bc7e8"],
  ["#7c2d12", "#f5c99b"],
];

/** The shield of a club: its own colours if they are known, otherwise a pattern and colours derived from its name. */
export function heraldryOf(name: string): Heraldry {
  const key = clubKey(name);
  const entry = known[key];
  if (entry) {
    const [letters, pattern, field, second, chief, ink, edge] = entry;
    return { letters, pattern, field, second, chief, ink, edge };
  }
  const hash = hashOf(key);
  const [field, second] = pairs[hash % pairs.length] ?? ["#14532d", "#d9f2e0"];
  const pattern = patterns[(hash >>> 8) % patterns.length] ?? "halves";
  return {
    letters: clubLetters(name),
    pattern,
    field,
    second,
    chief: field,
    ink: "#fff",
    edge: shade(field),
  };
}

/** The 32-bit FNV-1a hash, which distributes short names well. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  // Mixes the high bits into the low ones, which otherwise depend mostly on the last letters.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The colour, a third darker. */
function shade(hex: string): string {
  const value = Number.parseInt(hex.slice(1), 16);
  const part = (shift: number) =>
    Math.round(((value >> shift) & 0xff) * 0.66)
      .toString(16)
      .padStart(2, "0");
  return `#${part(16)}${part(8)}${part(0)}`;
}
