const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;

/** One line of text without invisible characters, which copied text may have, and with single spaces. */
export function tidy(text: string): string {
  return text.normalize("NFC").replace(invisible, "").replace(/\s+/g, " ").trim();
}
