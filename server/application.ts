/** What an application adds to the host. Without one the host serves a Supabase project as it is. */
import type { Hono } from "hono";
import type { AuthDeps, MessageHooks } from "./auth/deps.ts";
import type { HostContext } from "./host-context.ts";

/** Answers a request for the data API, for the caller that the request and its connection (`env`) name. */
export type DataApi = (request: Request, env: unknown) => Promise<Response>;

export interface Application {
  /** What it changes in emails and text messages. */
  messages?: MessageHooks;
  /** Environment variables of edge functions. A function starts again when they change. */
  functionVariables?(): Readonly<Record<string, string>>;
  /** True if the host answers only requests that begin on this machine. */
  onlyHere?: boolean;
  /** Its endpoints beside those of Supabase. */
  endpoints?(auth: AuthDeps): Hono;
  /** Its page, for every path that no service has. `api` is null if the project disables the data API. */
  page?(api: DataApi | null): Hono;
}

/** Called after the migrations. `onLoopback`: no other machine can reach the host. */
export type OpenApplication<Opened extends Application = Application> = (
  context: HostContext,
  place: { onLoopback: boolean },
) => Promise<Opened>;
