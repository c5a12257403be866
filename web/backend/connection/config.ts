interface Account {
  email: string;
  password: string;
}

/** What the page must know before it can speak to its club: where, with which key, and what the club is called. */
export interface Config {
  url: string;
  publishable_key: string;
  brand: string;
  time_zone: string;
  /** A demo club offers its two accounts. */
  demo?: { admin: Account; player: Account };
}

/**
 * The club's settings: inlined by the host, or the file beside the page on static hosting. Never built in.
 * Throws when neither is there or either lacks a field.
 */
export async function loadConfig(): Promise<Config> {
  const inlined = document.getElementById("scoreline-config")?.textContent;
  if (inlined) return configIn(JSON.parse(inlined));
  const answer = await fetch("/config.json");
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`);
  return configIn(await answer.json());
}

/** Checked by hand: these four words are all that a schema library would be loaded for before the first paint. */
export function configIn(json: unknown): Config {
  const demo = { admin: accountIn(json, "admin"), player: accountIn(json, "player") };
  return {
    url: textIn(json, "url").replace(/\/+$/, ""),
    publishable_key: textIn(json, "publishable_key"),
    brand: textIn(json, "brand"),
    time_zone: textIn(json, "time_zone"),
    ...(demo.admin && demo.player ? { demo: { admin: demo.admin, player: demo.player } } : {}),
  };
}

function accountIn(json: unknown, who: string): Account | null {
  const account = valueIn(valueIn(json, "demo"), who);
  if (account === undefined) return null;
  return { email: textIn(account, "email"), password: textIn(account, "password") };
}

function textIn(json: unknown, field: string): string {
  const value = valueIn(json, field);
  if (typeof value !== "string" || value === "") throw new Error(`config.json has no ${field}`);
  return value;
}

function valueIn(json: unknown, field: string): unknown {
  return typeof json === "object" && json !== null ? Reflect.get(json, field) : undefined;
}
