import { z } from "zod/mini";

const account = z.object({ email: z.string(), password: z.string() });

const configSchema = z.object({
  url: z.string(),
  publishable_key: z.string(),
  brand: z.string(),
  time_zone: z.string(),
  demo: z.optional(z.object({ admin: account, player: account })),
});

/** What the page must know before it can speak to its club: where, with which key, and what the club is called. */
export type Config = z.infer<typeof configSchema>;

/**
 * The club's settings: inlined by the host, or the file beside the page on static hosting. Never built in.
 * Throws when neither is there or either lacks a field.
 */
export async function loadConfig(): Promise<Config> {
  const inlined = document.getElementById("scoreline-config")?.textContent;
  if (inlined) return configSchema.parse(JSON.parse(inlined));
  const answer = await fetch("/config.json");
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`);
  return configSchema.parse(await answer.json());
}
