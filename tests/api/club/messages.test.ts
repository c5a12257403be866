/** Messages by email through a real mail server: once, and only to players who want them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hoursFromNow } from "../../club-time.ts";
import { eventually } from "../../eventually.ts";
import { type Host, type Person, startHost } from "../support/host.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { helpers, letTimePass, neverQuiet, runJob, statesOf, WORK_MS } from "../support/messages-host.ts";

describe("messages by email", () => {
  let mailServer: MailServer;
  let host: Host;
  let player: Person;
  let admin: Person;
  let reminded = "";

  beforeAll(async () => {
    mailServer = await startMailServer();
    host = await startHost({ env: { SMTP_URL: mailServer.url }, migrations: { helpers } });
    await neverQuiet(host);
    player = await host.person("Paula Player");
    admin = await host.admin("Olga Organiser");
    await host.secret.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }, { name: "Leeds" }]);
  });
  afterAll(async () => {
    await host?.stop();
    await mailServer?.down();
  });
  beforeEach(() => {
    mailServer.received.length = 0;
  });

  const run = (job: string) => runJob(host, job);
  const matchAt = async (when: ReturnType<typeof hoursFromNow>, home = "Arsenal") => {
    const match = { home_team_name: home, away_team_name: "Chelsea", league: "Friendly Club" };
    const made = host.secret.from("matches").insert({ ...match, ...when });
    const { data, error } = await made.select("id").single();
    if (error) throw error;
    return data.id;
  };
  const emailsTo = ({ email }: Person) => mailServer.received.filter(({ to }) => to === email);
  const mailTo = (person: Person) =>
    eventually(async () => {
      await run("Send messages");
      const [mail] = emailsTo(person);
      expect(mail).toBeDefined();
      return mail as NonNullable<typeof mail>;
    }, WORK_MS);

  it("remind players without a prediction, name the missing matches, and offer a one-click unsubscribe", async () => {
    const kickoff = hoursFromNow(1.5);
    const time = kickoff.match_time.slice(0, 5);
    const match = await matchAt(kickoff);
    reminded = match;
    const prediction = { user_id: admin.id, match_id: match, home_prediction: 1, away_prediction: 0 };
    await admin.api.from("user_predictions").insert(prediction);
    await run("Remind players");
    const mail = await mailTo(player);
    expect(mail.headers).toMatchObject({
      from: "club@example.com",
      subject: `Not yet predicted: Arsenal v Chelsea at ${time}`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      "auto-submitted": "auto-generated",
      "message-id": expect.stringMatching(/^<\d+\.\d+@127\.0\.0\.1>$/),
    });
    expect(mail.body).toContain(`Arsenal v Chelsea at ${time}.`);
    expect(mail.body).toContain(`${host.url}/matches?match=${match}`);
    expect(emailsTo(admin)).toEqual([]);

    const link = mail.headers["list-unsubscribe"]?.slice(1, -1) ?? "";
    const page = await fetch(link, { redirect: "manual" });
    const { search } = new URL(link);
    expect([page.status, page.headers.get("location")]).toEqual([303, `${host.url}/unsubscribe${search}`]);
    const choice = async () =>
      (await player.api.rpc("my_message_choices")).data?.find(({ kind }) => kind === "reminder");
    expect(await choice()).toMatchObject({ email: true });
    const clicked = await fetch(link, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect([clicked.status, await choice()]).toEqual([
      200,
      { kind: "reminder", in_app: true, email: false, push: true },
    ]);
    expect((await fetch(link.replace(/token=../, "token=xx"), { method: "POST" })).status).toBe(404);
  });

  it("appear in the app at once with a link", async () => {
    const { data } = await player.api.from("notifications").select("title, link");
    expect(data).toEqual([
      {
        title: expect.stringContaining("Not yet predicted: Arsenal v Chelsea"),
        link: `/matches?match=${reminded}`,
      },
    ]);
  });

  it("wait while the mail server is down, log one failure per attempt, and lose nothing", async () => {
    await mailServer.down();
    await player.api.rpc("set_message_choice", { _kind: "news", _in_app: true, _email: true, _push: true });
    await host.secret.from("news").insert({ title: "The cup is ours", content: "All of it." });
    await run("Announce news");
    const failedRuns = async () =>
      (await admin.api.rpc("scheduled_runs", { _job: "Send messages", _only_failed: true })).data ?? [];
    await eventually(async () => {
      await run("Send messages");
      expect((await failedRuns())[0]?.detail).toMatch(/ECONNREFUSED/);
    }, WORK_MS);
    const lastRun = async () =>
      (await admin.api.rpc("scheduled_jobs")).data?.find(({ name }) => name === "Send messages");
    const failed = await lastRun();
    await run("Send messages");
    await eventually(async () => {
      const now = await lastRun();
      expect(now).toMatchObject({ is_running: false, last_run_failed: false });
      expect(now?.last_run_at).not.toBe(failed?.last_run_at);
    }, WORK_MS);
    expect(await failedRuns()).toHaveLength(1);
    await mailServer.up();
    await letTimePass(host);
    await run("Send messages");
    const mail = await mailTo(player);
    expect(mail.headers.subject).toBe("The cup is ours");
    expect(emailsTo(player)).toHaveLength(1);
    const { data: runs } = await admin.api.rpc("scheduled_runs", { _job: "Send messages" });
    const sent = runs?.find(({ detail }) => /^1 email sent/.test(detail ?? ""));
    expect(sent?.facts).toMatchObject({ kind: "messages_sent", done: [{ kind: "emails", count: 1 }] });
  });

  it("wait while the sender's limit is used up, and the run says what the mail server said", async () => {
    mailServer.answers("550 5.4.5 Daily user sending limit exceeded", "MAIL");
    await host.secret.from("news").insert({ title: "Limited", content: "Tomorrow." });
    await run("Announce news");
    await eventually(async () => {
      await run("Send messages");
      const { data } = await admin.api.rpc("scheduled_runs", { _job: "Send messages", _only_failed: true });
      expect(data?.[0]?.detail).toContain('says "550 5.4.5 Daily user sending limit exceeded"');
    }, WORK_MS);
    expect(await statesOf(host, "Limited")).toMatchObject([{ state: "waiting" }]);
    mailServer.answers(null);
    await letTimePass(host);
    const mail = await mailTo(player);
    expect(mail.headers.subject).toBe("Limited");
    mailServer.received.length = 0;
  });

  it("are retried when the server is busy and fail when the mailbox does not exist", async () => {
    mailServer.answers("450 4.7.1 Greylisted");
    await host.secret.from("news").insert({ title: "Busy", content: "Later." });
    await run("Announce news");
    await eventually(async () => {
      await run("Send messages");
      expect(await statesOf(host, "Busy")).toMatchObject([
        { state: "waiting", last_error: expect.stringContaining("450") },
      ]);
    }, WORK_MS);
    mailServer.answers("550 5.1.1 No such user");
    await letTimePass(host);
    await eventually(async () => {
      await run("Send messages");
      expect(await statesOf(host, "Busy")).toMatchObject([
        { state: "failed", last_error: expect.stringContaining("550") },
      ]);
    }, WORK_MS);
    mailServer.answers(null);
    expect(mailServer.received).toEqual([]);
  });

  it("combine several moved matches in one email", async () => {
    const [one, two] = [await matchAt(hoursFromNow(50)), await matchAt(hoursFromNow(51), "Leeds")];
    const predictions = [one, two].map((match_id) => ({
      user_id: player.id,
      match_id,
      home_prediction: 1,
      away_prediction: 0,
    }));
    await player.api.from("user_predictions").insert(predictions);
    await host.secret.from("matches").update(hoursFromNow(70)).eq("id", one);
    await host.secret.from("matches").update({ status: "cancelled" }).eq("id", two);
    await letTimePass(host);
    await run("Announce match changes");
    const mail = await mailTo(player);
    expect(mail.headers.subject).toBe("2 of your matches have changed");
    expect(mail.body).toContain("Arsenal v Chelsea now kicks off on");
    expect(mail.body).toContain("Leeds v Chelsea is cancelled");
    expect(emailsTo(player)).toHaveLength(1);
  });

  it("are sent by the scheduler only", async () => {
    for (const api of [host.visitor(), player.api, admin.api, host.secret]) {
      const { error } = await api.functions.invoke("send-messages", { body: { run: 1 } });
      expect(error?.context.status).toBe(403);
    }
  });
});

describe("messages without a mail server", () => {
  it("go to the outbox", async () => {
    const host = await startHost();
    try {
      await neverQuiet(host);
      const player = await host.person("Paula Player");
      await player.api.rpc("set_message_choice", { _kind: "news", _in_app: true, _email: true, _push: true });
      await host.secret.from("news").insert({ title: "Hello", content: "To all of you." });
      await runJob(host, "Announce news");
      const outbox = /kept in (\S+)/.exec(host.log())?.[1];
      await eventually(async () => {
        await runJob(host, "Send messages");
        const stored: { recipient: string; subject: string }[] = await (
          await fetch(`${outbox}&format=json`)
        ).json();
        expect(stored).toMatchObject([{ recipient: player.email, subject: "Hello" }]);
      }, WORK_MS);
      const guessed = await fetch(`${host.url}/outbox`, { method: "POST", body: "{}" });
      expect(guessed.status).toBe(401);
    } finally {
      await host.stop();
    }
  });
});
