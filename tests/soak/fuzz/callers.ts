/** The callers of the fuzz, and the club's data that they know. */
import type { LaunchedHost } from "../../../tools/host/spawn-host.ts";
import { daysFromNow } from "../../club-time.ts";
import type { Club } from "../club.ts";
import type { CallerName } from "./endpoints.ts";

const PASSWORD = "Correct1Horse";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

type Headers = Readonly<Record<string, string>>;

export class Callers {
  #accounts = 0;
  #headers: Readonly<Record<CallerName, Headers>>;

  constructor(
    private readonly host: LaunchedHost,
    private readonly club: Club,
  ) {
    const { publishable_key, secret_key } = club.keys;
    this.#headers = {
      nobody: {},
      visitor: { apikey: publishable_key },
      forged: { apikey: publishable_key, authorization: "Bearer eyJhbGciOiJub25lIn0.e30.x" },
      player: { apikey: publishable_key },
      ended: { apikey: publishable_key },
      other: { apikey: publishable_key },
      banned: { apikey: publishable_key },
      admin: { apikey: publishable_key },
      "ended admin": { apikey: publishable_key },
      secret: { apikey: secret_key, authorization: `Bearer ${secret_key}` },
    };
  }

  /** The headers that identify the caller. */
  headersOf(name: CallerName): Headers {
    return this.#headers[name];
  }

  /** Signs in a new player and a new admin: a request may have deleted or banned the old ones or used their limits. */
  async renew(): Promise<{ playerId: string }> {
    const [player, admin] = [await this.#signIn(), await this.#signIn()];
    await this.#secretly("rest/v1/rpc/grant_admin", { _identifier: admin.email });
    this.#headers = { ...this.#headers, player: player.headers, admin: admin.headers };
    return { playerId: player.id };
  }

  /** New accounts for the callers who may do less than they could. Their access tokens are valid for an hour. */
  async renewRefused(): Promise<void> {
    const [ended, other, banned, endedAdmin] = [
      await this.#signIn(),
      await this.#signIn(),
      await this.#signIn(),
      await this.#signIn(),
    ];
    await this.#secretly("rest/v1/rpc/grant_admin", { _identifier: endedAdmin.email });
    for (const { headers } of [ended, endedAdmin]) await this.#request("POST", "auth/v1/logout", {}, headers);
    await this.#request("PUT", `auth/v1/admin/users/${banned.id}`, { ban_duration: "24h" });
    this.#headers = {
      ...this.#headers,
      ended: ended.headers,
      other: other.headers,
      banned: banned.headers,
      "ended admin": endedAdmin.headers,
    };
  }

  /** Adds a match with a prediction, a bucket and a picture. Returns texts that identify what the club has. */
  async addClub(): Promise<string[]> {
    const teams = ["Fuzz Rovers", "Fuzz United"] as const;
    await this.#secretly(
      "rest/v1/teams",
      teams.map((name) => ({ name })),
    );
    const day = daysFromNow(3);
    const league = "Friendly Club";
    const match = {
      home_team_name: teams[0],
      away_team_name: teams[1],
      match_date: day,
      match_time: "15:00",
      league,
    };
    const [{ id: matchId = "" } = {}] = (await this.#secretly("rest/v1/matches", match)) as { id?: string }[];
    const { playerId } = await this.renew();
    await this.renewRefused();
    const goals = { home_prediction: 1, away_prediction: 0 };
    await this.#secretly("rest/v1/user_predictions", { user_id: playerId, match_id: matchId, ...goals });
    await this.#secretly("storage/v1/bucket", { id: "fuzz", name: "fuzz", public: true });
    for (const path of ["fuzz/a.png", "news-images/a.png"])
      await this.#secretly(`storage/v1/object/${path}`, PNG);
    const words = "premier_league friendly_club a.png fuzz news-images 10:00 results email sms signup 1 0 7";
    return [matchId, playerId, ...teams, league, "Overall", day, `${day}T00:00:00Z`, ...words.split(" ")];
  }

  async #signIn(): Promise<{ id: string; email: string; headers: Headers }> {
    const email = `fuzz.${this.#accounts++}@example.com`;
    const account = { email, password: PASSWORD, email_confirm: true };
    const { id } = (await this.#secretly("auth/v1/admin/users", account)) as { id: string };
    const session = await this.#secretly("auth/v1/token?grant_type=password", account);
    const { access_token } = session as { access_token: string };
    const headers = { apikey: this.club.keys.publishable_key, authorization: `Bearer ${access_token}` };
    return { id, email, headers };
  }

  #secretly(path: string, body: unknown): Promise<unknown> {
    return this.#request("POST", path, body);
  }

  async #request(method: string, path: string, body: unknown, by = this.#headers.secret): Promise<unknown> {
    const isFile = Buffer.isBuffer(body);
    const response = await fetch(`${this.host.url}/${path}`, {
      method,
      headers: {
        ...by,
        "content-type": isFile ? "image/png" : "application/json",
        prefer: "return=representation",
        "x-forwarded-for": `192.0.2.${this.#accounts % 256}`,
      },
      body: isFile ? new Uint8Array(body) : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The fuzz cannot call ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  }
}
