/** Media types: declared and detected ones. */

/** True for a type or a pattern (`image/*`, `*`) that a bucket may list. */
export function isTypePattern(text: string): boolean {
  return text === "*" || /^[a-z0-9][\w!#$&^.+-]*\/(\*|[a-z0-9][\w!#$&^.+-]*)$/i.test(text);
}

/** True if `type`, with or without parameters, matches `pattern`. */
export function matchesType(type: string, pattern: string): boolean {
  const [family, exact] = [familyOf(type), bareType(type)];
  const wanted = pattern.trim().toLowerCase();
  return wanted === "*" || wanted === "*/*" || wanted === `${family}/*` || wanted === exact;
}

/** `Image/PNG; q=1` becomes image/png. */
export function bareType(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function familyOf(type: string): string {
  return bareType(type).split("/", 1)[0] ?? "";
}

/** The number of bytes that `detectImage` needs. */
export const SNIFFED_BYTES = 16;

const text = (head: Uint8Array, start: number, end: number): string =>
  Buffer.from(head.subarray(start, end)).toString("latin1");

const SIGNATURES: readonly { type: string; fits: (head: Uint8Array) => boolean }[] = [
  { type: "image/jpeg", fits: (head) => text(head, 0, 3) === "\xff\xd8\xff" },
  { type: "image/png", fits: (head) => text(head, 0, 8) === "\x89PNG\r\n\x1a\n" },
  { type: "image/webp", fits: (head) => text(head, 0, 4) === "RIFF" && text(head, 8, 12) === "WEBP" },
  { type: "image/gif", fits: (head) => /^GIF8[79]a$/.test(text(head, 0, 6)) },
  { type: "image/avif", fits: (head) => /^ftypavi[fs]$/.test(text(head, 4, 12)) },
  { type: "image/bmp", fits: (head) => text(head, 0, 2) === "BM" },
];

/** Detects the image format from the first bytes; null if there is none. */
export function detectImage(head: Uint8Array): string | null {
  return SIGNATURES.find(({ fits }) => fits(head))?.type ?? null;
}

/** Browsers detect these formats from the bytes, whichever of the three types is declared. */
const INTERCHANGEABLE = new Set(["image/jpeg", "image/png", "image/webp"]);

/**
 * True if content that begins with these bytes may be stored as `type`. Content declared as an image must be one,
 * because attackers upload markup as images. A JPEG declared as PNG is accepted, as in Supabase Storage, because
 * cameras and users mix them up.
 */
export function contentMatchesType(type: string, head: Uint8Array): boolean {
  const declared = bareType(type);
  if (!SIGNATURES.some((signature) => signature.type === declared)) return true;
  const detected = detectImage(head);
  return (
    detected === declared ||
    (detected !== null && INTERCHANGEABLE.has(detected) && INTERCHANGEABLE.has(declared))
  );
}
