/** A mail server whose limit is used up for as long as the host waits before it tries again. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { type Host, type Person, startHost } from "../support/host.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { WORK_MS } from "../support/messages-host.ts";

describe("messages by email", () => {
  let mailServer: MailServer;
  let host: Host;
  let player: Person;
  let admin: Person;

  beforeAll(async () => {
    mailServer = await startMailServer();
    host = await startHost({ env: { SMTP_URL: mailServer.url } });
    player = await host.person("Paula Player");
    admin = await host.admin("Olga Organiser");
  });
  afterAll(async () => {
    await host?.stop();
    await mailServer?.down();
  });

  it("let members sign up and ask for a password while the sender's limit is used up, and Health says why nothing arrives", async () => {
    const limit = "550 5.4.5 Daily user sending limit exceeded";
    mailServer.answers(limit, "MAIL");
    const newcomer = { email: "newcomer@example.com", password: "Newcomer 1 password" };
    expect((await host.visitor().auth.signUp(newcomer)).error).toBeNull();
    expect((await host.visitor().auth.resetPasswordForEmail(player.email)).error).toBeNull();
    await eventually(async () => {
      const { data } = await admin.api.rpc("club_health");
      expect(JSON.stringify(data)).toContain(`it accepts no email from this sender and says \\"${limit}\\".`);
    }, WORK_MS);
    mailServer.answers(null);
    // The host tries again after 15 and 30 seconds.
    await eventually(
      () => expect(mailServer.received.map(({ to }) => to).sort()).toEqual([newcomer.email, player.email]),
      WORK_MS,
    );
  });
});
