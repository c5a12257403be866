import type { Notices } from "../types/notices.ts";

/** What the page needs before its first request: the host's URL, the publishable key, and the club's name and time zone. */
export interface Config {
  url: string;
  publishable_key: string;
  brand: string;
  time_zone: string;
  /** What the sign-up form offers first. */
  sign_up: "email" | "phone";
  /** The club's texts, contact and age; missing for a club without any. */
  notices?: Notices;
  /** True for a demo club, whose sign-in page has a button for each of its two accounts. */
  demo?: true;
}

/**
 * Reads the configuration that the host wrote into the page, or `config.json` on static hosting. Throws if both are
 * missing or a field is missing.
 */
export async function loadConfig(): Promise<Config> {
  const inlined = document.getElementById("scoreline-config")?.textContent;
  if (inlined) return configIn(JSON.parse(inlined));
  const answer = await fetch("/config.json", { redirect: "error" });
  // not a text: for developers
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`);
  return configIn(await answer.json());
}

/** Checks the fields without a schema library, which would load before the first paint. */
export function configIn(json: unknown): Config {
  // The host writes what the database says.
  const notices = valueIn(json, "notices") as Notices | undefined;
  return {
    url: textIn(json, "url").replace(/\/+$/, ""),
    publishable_key: textIn(json, "publishable_key"),
    brand: textIn(json, "brand"),
    time_zone: textIn(json, "time_zone"),
    sign_up: valueIn(json, "sign_up") === "phone" ? "phone" : "email",
    ...(notices && { notices }),
    ...(valueIn(json, "demo") === true ? { demo: true } : {}),
  };
}

function textIn(json: unknown, field: string): string {
  const value = valueIn(json, field);
  // not a text: for developers
  if (typeof value !== "string" || value === "") throw new Error(`config.json has no ${field}`);
  return value;
}

function valueIn(json: unknown, field: string): unknown {
  return typeof json === "object" && json !== null ? Reflect.get(json, field) : undefined;
}
