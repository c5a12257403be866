/** The calls with which the holder of the start link starts the club. */
import { language } from "#words/language";
import type { Language } from "../../../words/languages.ts";
import { backend } from "../../backend/connection/client.ts";
import { RequestError } from "../../backend/connection/response.ts";
import { serviceFetch } from "../../backend/requests/service-fetch.ts";
import { isEmail } from "../../session/accounts/account-rules.ts";
import { sanitise } from "../../ui/text/sanitise.ts";

/** `open`: the link can start the club. `demo`: this server can show a demo beside it. `unknown`: it is no link of this club. */
export type StartLink =
  | { state: "open"; demo: boolean }
  | { state: "used"; startedAt: string | null }
  | { state: "unknown" };

export interface NewClub {
  name: string;
  fullName: string;
  /** An email, or a phone number in international form. */
  identifier: string;
  password: string;
  timeZone: string;
  language: Language;
}

/** The token in the page's address, which the browser sends to no server. */
export function tokenInAddress(): string {
  return window.location.hash.slice(1);
}

/** What the link can do. Throws RequestError. */
export async function checkLink(token: string): Promise<StartLink> {
  if (token === "") return { state: "unknown" };
  try {
    return (await call("link", { token })) as StartLink;
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return { state: "unknown" };
    throw error;
  }
}

/** Starts the club and signs its first organiser in. Throws RequestError. */
export async function startClub(token: string, club: NewClub): Promise<void> {
  const session = (await call("club", {
    token,
    name: club.name,
    time_zone: club.timeZone,
    language: club.language,
    [isEmail(club.identifier) ? "email" : "phone"]: club.identifier,
    password: club.password,
    data: { full_name: sanitise(club.fullName), language },
  })) as { access_token: string; refresh_token: string };
  const { error } = await (await backend().auth()).setSession(session);
  if (error) throw error;
}

/** Starts a demo club beside this one. Its address, or null while it starts, which takes about a minute. Throws RequestError. */
export async function demoAddress(token: string): Promise<string | null> {
  const { url } = (await call("demo", { token })) as { url: string | null };
  return url;
}

async function call(act: "link" | "club" | "demo", body: object): Promise<unknown> {
  const response = await serviceFetch(`${backend().config.url}/start-club/${act}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { error_code: code, msg } = Object(answer) as { error_code?: unknown; msg?: unknown };
  throw new RequestError(String(msg ?? ""), String(code ?? ""), response.status);
}
