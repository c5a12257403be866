/** Media types: what was declared, and what the bytes say. */

/** A type or a pattern (`image/*`, `*`) that a bucket may list. */
export function isTypePattern(text: string): boolean {
  return text === "*" || /^[a-z0-9][\w!#$&^.+-]*\/(\*|[a-z0-9][\w!#$&^.+-]*)$/i.test(text);
}

/** Whether `type`, with or without parameters, is one of `pattern`. */
export function matchesType(type: string, pattern: string): boolean {
  const [family, exact] = [familyOf(type), bareType(type)];
  const wanted = pattern.trim().toLowerCase();
  return wanted === "*" || wanted === "*/*" || wanted === `${family}/*` || wanted === exact;
}

/** `Image/PNG; q=1` is image/png. */
export function bareType(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function familyOf(type: string): string {
  return bareType(type).split("/", 1)[0] ?? "";
}

/** How many bytes `detectImage` wants to see. */
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

/** The picture format that the first bytes are of, or null. */
export function detectImage(head: Uint8Array): string | null {
  return SIGNATURES.find(({ fits }) => fits(head))?.type ?? null;
}

/** Every browser shows these by their bytes, whichever of the three names they carry. */
const INTERCHANGEABLE = new Set(["image/jpeg", "image/png", "image/webp"]);

/**
 * Whether bytes that begin like this may be called `type`. A picture has to be a picture: markup under a picture's name
 * is what an attacker sends. A JPEG that calls itself PNG is what cameras and people send, and upstream takes it.
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
