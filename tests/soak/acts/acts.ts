/**
 * Acts of several steps that a kill may interrupt at any moment: payments, deletions, closed accounts and imports with their undo, and uploads.
 * After the kill a step that was acknowledged has happened, the one under way has happened wholly or not at all, and the
 * following ones have not.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { daysFromNow } from "../../club-time.ts";
import { FACT_MS } from "../../limits.ts";
import type { Club } from "../club.ts";
import { Steps } from "./steps.ts";

type Headers = Readonly<Record<string, string>>;
/**
 * Sends a request below the host's address, with the secret key unless it has the headers of another caller. Returns the
 * parsed body of a 2xx answer, and null for anything else.
 */
type Send = (method: string, path: string, body?: unknown, by?: Headers) => Promise<unknown>;

export interface Act {
  run(send: Send): Promise<void>;
  /** Throws an Error unless the club is as the acknowledged steps left it. */
  verify(club: Club, url: string): Promise<void>;
}

const PASSWORD = "Correct1Horse";
const CODES = 3;
/** An admin may do 50 acts of a kind in five minutes. */
const MOST_PAYMENTS = 40;
const MATCHES = 4;
const UPLOAD_REPEATS = 4000;
const REPEAT_MS = 100;

/** Kinds of act. The label is a text that no other act has. */
const ACTS: readonly ((label: string, admin: Headers) => Act)[] = [
  payment,
  deletion,
  closing,
  imported,
  upload,
];

/** Codes with their payments. The same request again, with its key, adds nothing, as when a page repeats it. */
function payment(label: string, admin: Headers): Act {
  const steps = new Steps();
  const body = {
    plan_type: "fa_cup",
    expires_on: daysFromNow(30),
    how_many: CODES,
    payment: {
      payer_name: "Aunt Rose",
      amount_rs: 250,
      method: "cash",
      paid_on: daysFromNow(-1),
      remark: label,
    },
    _request_key: randomUUID(),
  };
  let wasSent = false;
  return {
    async run(send) {
      wasSent = true;
      await steps.take(CODES, () => send("POST", PAYING, body, admin));
    },
    async verify(club, url) {
      const text =
        "select count(c.id)::integer as count from public.payments p left join public.plan_codes c on c.id = p.code_id where p.remark = $1";
      steps.expect(`the codes of ${label}`, await counted(club, text, label));
      if (!wasSent) return;
      const answers: string[] = [];
      const send = sender(club, url, (text) => answers.push(text));
      const again = await served(
        () => send("POST", PAYING, body, admin),
        () => answers.length === 0,
      );
      if (again === null) throw new Error(`${label} cannot be repeated: ${answers}`);
      const found = await counted(club, text, label);
      if (found !== CODES) throw new Error(`${label} has ${found} codes after it was repeated`);
    },
  };
}

const PAYING = "rest/v1/rpc/generate_paid_plan_codes";

/** A match that is deleted, and comes back. */
function deletion(label: string): Act {
  const steps = new Steps();
  const match = {
    home_team_name: `${label} Home`,
    away_team_name: `${label} Away`,
    match_date: daysFromNow(3),
    match_time: "15:00",
    league: "Friendly Club",
  };
  return {
    async run(send) {
      const made = await steps.take(1, () => send("POST", "rest/v1/matches", match));
      if (made === null) return;
      const [{ id: _match_id }] = made as [{ id: string }];
      const _undo_id = await steps.take(0, () => send("POST", "rest/v1/rpc/delete_match", { _match_id }));
      if (_undo_id !== null) await steps.take(1, () => send("POST", "rest/v1/rpc/undo", { _undo_id }));
    },
    async verify(club) {
      const text = "select count(*)::integer as count from public.matches where home_team_name = $1";
      steps.expect(`the match of ${label}`, await counted(club, text, match.home_team_name));
    },
  };
}

/** An account that is closed, and opened again. */
function closing(label: string): Act {
  const steps = new Steps();
  const email = `closed-${randomUUID()}@example.com`;
  const account = { email, password: PASSWORD, email_confirm: true, user_metadata: { full_name: label } };
  return {
    async run(send) {
      const made = await steps.take(1, () => send("POST", "auth/v1/admin/users", account));
      if (made === null) return;
      const _user_id = (made as { id: string }).id;
      const _undo_id = await steps.take(0, () => send("POST", "rest/v1/rpc/close_account", { _user_id }));
      if (_undo_id !== null) await steps.take(1, () => send("POST", "rest/v1/rpc/undo", { _undo_id }));
    },
    async verify(club) {
      const text = `select count(*)::integer as count from auth.users u
        where u.email = $1 and u.banned_until is null
          and not exists (select from private.closed_accounts c where c.user_id = u.id)`;
      steps.expect(`the account of ${label}`, await counted(club, text, email));
    },
  };
}

/** An import that is undone. */
function imported(label: string): Act {
  const steps = new Steps();
  const body = {
    _league: "League Cup",
    _season: "2026/27",
    _time_zone: "UTC",
    _matches: Array.from({ length: MATCHES }, (_, match) => ({
      round: label,
      home: `${label} Home ${match}`,
      away: `${label} Away ${match}`,
      date: daysFromNow(5),
      time: "15:00",
      confirmed: true,
    })),
  };
  return {
    async run(send) {
      const made = await steps.take(MATCHES, () => send("POST", "rest/v1/rpc/import_matches", body));
      if (made === null) return;
      const [{ undo_id: _undo_id }] = made as [{ undo_id: string }];
      await steps.take(0, () => send("POST", "rest/v1/rpc/undo", { _undo_id }));
    },
    async verify(club) {
      const text =
        "select count(*)::integer as count from public.matches where starts_with(home_team_name, $1)";
      steps.expect(`the import of ${label}`, await counted(club, text, `${label} Home `));
    },
  };
}

/** An upload that is whole or missing. */
function upload(label: string): Act {
  const steps = new Steps();
  const path = `soak/${encodeURIComponent(label)}`;
  const text = label.repeat(UPLOAD_REPEATS);
  return {
    async run(send) {
      await send("POST", "storage/v1/bucket", { id: "soak", name: "soak" }); // only the first can succeed
      await steps.take(1, () => send("POST", `storage/v1/object/${path}`, text));
    },
    async verify(club, url) {
      const response = await fetch(`${url}/storage/v1/object/${path}`, { headers: headersOf(club) });
      const found = await response.text();
      if (response.ok && found !== text)
        throw new Error(`the upload of ${label} has ${found.length} of ${text.length} characters`);
      if (!response.ok && !/"statusCode":"404"/.test(found))
        throw new Error(`the upload of ${label} was answered ${response.status} ${found}`);
      steps.expect(`the upload of ${label}`, response.ok ? 1 : 0);
    },
  };
}

async function counted(club: Club, text: string, value: string): Promise<number> {
  return club.query(async (client) => {
    const { rows } = await client.query<{ count: number }>(text, [value]);
    return rows[0]?.count ?? 0;
  });
}

function headersOf(club: Club): Headers {
  const { secret_key } = club.keys;
  return { apikey: secret_key, authorization: `Bearer ${secret_key}` };
}

/** What a step may be answered with while the club is killed: refusals for load or a lost database, and a known bucket. */
const ALLOWED = /"statusCode":"(409|503|504)"|Duplicate/;

/** Sends with the secret key. Calls `fault` with an answer that no client may get. */
function sender(club: Club, url: string, fault: (text: string) => void): Send {
  return async (method, path, body, by = headersOf(club)) => {
    const isFile = typeof body === "string";
    try {
      const response = await fetch(`${url}/${path}`, {
        method,
        headers: {
          ...by,
          prefer: "return=representation",
          "content-type": isFile ? "text/plain" : "application/json",
        },
        ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(FACT_MS),
      });
      const text = await response.text();
      if (response.ok) return text === "" ? "" : JSON.parse(text);
      const isRefusal = response.status === 503 || ALLOWED.test(text);
      if (!isRefusal) fault(`${method} ${path} was answered ${response.status} ${text}`);
      return null;
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") fault(`${method} ${path} hangs`);
      return null; // only the end of the host explains a broken connection
    }
  };
}

/** Repeats a step while the host refuses it, as a page does while PostgreSQL recovers or the host is busy. */
async function served(step: () => Promise<unknown>, mayRepeat = () => true): Promise<unknown> {
  const until = performance.now() + FACT_MS;
  let answer = await step();
  while (answer === null && mayRepeat() && performance.now() < until) {
    await delay(REPEAT_MS);
    answer = await step();
  }
  return answer;
}

/** The headers of a new admin, for acts that the secret key cannot repeat because it is no caller with request keys. */
async function newAdmin(club: Club, send: Send, label: string): Promise<Headers> {
  let attempt = 0;
  const session = await served(async () => {
    // Another account, because the last one may exist although its request was not answered.
    const account = { email: `${label}-${attempt++}@example.com`, password: PASSWORD, email_confirm: true };
    if ((await send("POST", "auth/v1/admin/users", account)) === null) return null;
    if ((await send("POST", "rest/v1/rpc/grant_admin", { _identifier: account.email })) === null) return null;
    return send("POST", "auth/v1/token?grant_type=password", account);
  });
  if (session === null) throw new Error("an admin cannot sign in");
  const { access_token } = session as { access_token: string };
  return { apikey: club.keys.publishable_key, authorization: `Bearer ${access_token}` };
}

export interface Acts {
  readonly acts: readonly Act[];
  /** Waits for the steps under way. Throws an Error that lists the answers that were wrong. */
  stop(): Promise<void>;
}

/** Starts `clients` that act one after the other, until the host ends or `stop`. */
export async function startActs(
  club: Club,
  { url, ended }: { url: string; ended: Promise<unknown> },
  clients: number,
  label: string,
): Promise<Acts> {
  const acts: Act[] = [];
  const faults = new Set<string>();
  let isOver = false;
  ended.finally(() => {
    isOver = true;
  });
  const send = sender(club, url, (text) => faults.add(text));
  const admin = await newAdmin(club, send, `soak.${label}`);
  let next = 0;
  async function client(): Promise<void> {
    while (!isOver) {
      const turn = next++;
      const place = turn % ACTS.length;
      const kind = place === 0 && turn / ACTS.length >= MOST_PAYMENTS ? upload : ACTS[place];
      const act = kind?.(`Act ${label} ${turn}`, admin);
      if (!act) return;
      acts.push(act);
      await act.run(async (...step) => (isOver ? null : send(...step)));
    }
  }
  const calls = Promise.all(Array.from({ length: clients }, client));
  return {
    acts,
    async stop() {
      isOver = true;
      await calls;
      if (faults.size > 0) throw new Error([...faults].slice(0, 5).join("; "));
    },
  };
}
