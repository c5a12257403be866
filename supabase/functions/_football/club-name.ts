/** The short names of clubs, by their full names. Cards and rows show them; the stored names do not change. */
const shortNames: Readonly<Record<string, string>> = {
  "brighton & hove albion": "Brighton",
  "manchester city": "Man City",
  "manchester united": "Man United",
  "newcastle united": "Newcastle",
  "leeds united": "Leeds",
  "leicester city": "Leicester",
  "ipswich town": "Ipswich",
  "norwich city": "Norwich",
  "tottenham hotspur": "Tottenham",
  "west ham united": "West Ham",
  "wolverhampton wanderers": "Wolves",
  "blackburn rovers": "Blackburn",
  "queens park rangers": "QPR",
  "club atlético de madrid": "Atlético Madrid",
  "internazionale milano": "Inter",
  "bayern münchen": "Bayern",
  "paris saint-germain": "Paris SG",
  "sporting clube de portugal": "Sporting",
  "sport lisboa e benfica": "Benfica",
  "feyenoord rotterdam": "Feyenoord",
  "bayer 04 leverkusen": "Leverkusen",
  "borussia dortmund": "Dortmund",
};

/** Abbreviations such as `FC` at the beginning or end of a name, which the short form omits. */
const abbreviations = "A?FC|CF|SC|AC|AS|BC|KV|FK|SK|ŠK|GNK|OSC|BSC";
const affixes = new RegExp(`^(?:${abbreviations})\\s+|\\s+(?:${abbreviations})(?:\\s+\\d{2,4})?$`, "giu");

const fullNames = new Map(Object.entries(shortNames).map(([full, short]) => [short.toLowerCase(), full]));

/** The key of a club: its full name in lower case without abbreviations such as `FC`. Short names have the same key. */
export function clubKey(name: string): string {
  const key = withoutAbbreviations(name).toLowerCase().replace(" and ", " & ");
  return fullNames.get(key) ?? key;
}

/** The short name of a club: `Wolves` for `Wolverhampton Wanderers FC`. */
export function clubName(name: string): string {
  return shortNames[clubKey(name)] ?? withoutAbbreviations(name);
}

/** Three letters for the crest, from the words of the name. */
export function clubLetters(name: string): string {
  const words = withoutAbbreviations(name)
    .normalize("NFD")
    .replace(/[^\p{L}\s-]/gu, "")
    .split(/[\s-]+/u)
    .filter(Boolean);
  const [first = "?", second, third] = words;
  if (second && third) return `${first[0]}${second[0]}${third[0]}`.toUpperCase();
  return first.slice(0, 3).toUpperCase();
}

function withoutAbbreviations(name: string): string {
  return name.replace(affixes, "").trim() || name;
}
