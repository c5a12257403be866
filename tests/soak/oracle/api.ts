/** Calls of the game by its callers: players with their own sessions, admins in turn, and the secret key. */
import { z } from "zod";
import type { LaunchedHost } from "../../../tools/host/spawn-host.ts";
import type { Club } from "../club.ts";

export interface Answer {
  status: number;
  /** The error's code; null for a success. */
  code: string | null;
  body: unknown;
}

/** The headers of a caller. */
export type Caller = Readonly<Record<string, string>>;

const PASSWORD = "Correct1Horse";
/** An admin may take 50 actions of one kind in five minutes; each takes fewer than this. */
const ACTIONS_PER_ADMIN = 45;

const errorSchema = z.object({ code: z.string() });

export class Api {
  readonly secret: Caller;
  #calls = 0;
  #accounts = 0;
  readonly #emails = new Map<string, string>();
  #actions = 0;
  #admin: Promise<Caller> | null = null;
  readonly #adminIds: string[] = [];

  constructor(
    private readonly host: LaunchedHost,
    private readonly club: Club,
  ) {
    const { secret_key } = club.keys;
    this.secret = { apikey: secret_key, authorization: `Bearer ${secret_key}` };
  }

  /** Accounts that no player of the model has. */
  get adminIds(): readonly string[] {
    return this.#adminIds;
  }

  /** An admin, for one action; another one before the limit of actions is reached. */
  admin(): Promise<Caller> {
    if (this.#actions++ % ACTIONS_PER_ADMIN === 0 || this.#admin === null) this.#admin = this.#newAdmin();
    return this.#admin;
  }

  /** Every call has another address, so that no rate limit applies. */
  async call(caller: Caller, method: string, path: string, body?: unknown): Promise<Answer> {
    const number = this.#calls++;
    const response = await fetch(`${this.host.url}/${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        prefer: `return=representation${path.includes("on_conflict") ? ",resolution=merge-duplicates" : ""}`,
        "x-forwarded-for": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
        ...caller,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json: unknown = text === "" ? null : JSON.parse(text);
    const error = response.ok ? null : errorSchema.safeParse(json);
    return {
      status: response.status,
      code: error === null ? null : (error.data?.code ?? String(response.status)),
      body: json,
    };
  }

  /** The body of a call that must succeed. */
  async ok(caller: Caller, method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.call(caller, method, path, body);
    if (answer.code !== null)
      throw new Error(`${method} ${path} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  rpc(caller: Caller, name: string, parameters: unknown = {}): Promise<unknown> {
    return this.ok(caller, "POST", `rest/v1/rpc/${name}`, parameters);
  }

  /** A new confirmed account with its session. */
  async signUp(name: string): Promise<{ id: string; caller: Caller }> {
    const account = { email: `oracle.${this.#accounts++}@example.com`, password: PASSWORD };
    const made = { ...account, email_confirm: true, user_metadata: { full_name: name } };
    const { id } = (await this.ok(this.secret, "POST", "auth/v1/admin/users", made)) as { id: string };
    this.#emails.set(id, account.email);
    return { id, caller: await this.signIn(id) };
  }

  /** A new session of an account. */
  async signIn(id: string): Promise<Caller> {
    const key = { apikey: this.club.keys.publishable_key };
    const account = { email: this.#emails.get(id), password: PASSWORD };
    const session = await this.ok(key, "POST", "auth/v1/token?grant_type=password", account);
    const { access_token } = session as { access_token: string };
    return { ...key, authorization: `Bearer ${access_token}` };
  }

  async #newAdmin(): Promise<Caller> {
    const email = `oracle.${this.#accounts}@example.com`;
    const { id, caller } = await this.signUp("Admin");
    await this.rpc(this.secret, "grant_admin", { _identifier: email });
    this.#adminIds.push(id);
    return caller;
  }
}
