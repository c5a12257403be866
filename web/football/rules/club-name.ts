/** Names people say. The stored name stays as it is; cards and rows show these. */
const spoken: Readonly<Record<string, string>> = {
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

/** Club forms that carry no meaning beside a crest: `FC`, `AFC`, `CF`... at either end. */
const form = "A?FC|CF|SC|AC|AS|BC|KV|FK|SK|ŠK|GNK|OSC|BSC";
const affixes = new RegExp(`^(?:${form})\\s+|\\s+(?:${form})(?:\\s+\\d{2,4})?$`, "giu");

const inFull = new Map(Object.entries(spoken).map(([full, said]) => [said.toLowerCase(), full]));

/** The full name without its club form, lower case: what tables of clubs are keyed by. `Wolves` is one club too. */
export function clubKey(name: string): string {
  const key = stripped(name).toLowerCase().replace(" and ", " & ");
  return inFull.get(key) ?? key;
}

/** The name as people say it: `Wolverhampton Wanderers FC` is `Wolves`. */
export function clubName(name: string): string {
  return spoken[clubKey(name)] ?? stripped(name);
}

/** Three letters for the chief of a crest, from the words of the name. */
export function clubLetters(name: string): string {
  const words = stripped(name)
    .normalize("NFD")
    .replace(/[^\p{L}\s-]/gu, "")
    .split(/[\s-]+/u)
    .filter(Boolean);
  const [first = "?", second, third] = words;
  if (second && third) return `${first[0]}${second[0]}${third[0]}`.toUpperCase();
  return first.slice(0, 3).toUpperCase();
}

function stripped(name: string): string {
  return name.replace(affixes, "").trim() || name;
}
