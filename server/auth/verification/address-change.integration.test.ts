import { describe, expect, test } from "vitest";
import { ADA, codeIn, linkIn, PASSWORD, useAuthHost } from "../auth-host.fixture.ts";

const host = useAuthHost((deps) => {
  deps.confirm = "always";
  deps.config.auth.email.max_frequency = 0;
  deps.config.auth.sms.max_frequency = 0;
});

describe("a change of the account", () => {
  test("of the password ends every other session", async () => {
    const client = await host().ada();
    const other = host().client();
    await other.signInWithPassword({ email: ADA, password: PASSWORD });
    expect((await client.updateUser({ password: "Extra time 2" })).error).toBeNull();
    expect((await client.getUser()).data.user).not.toBeNull();
    expect((await other.getUser()).data.user).toBeNull();
  });

  test("of the password to an empty one is refused as too weak", async () => {
    const client = await host().ada();
    expect((await client.updateUser({ password: "" })).error).toMatchObject({
      status: 422,
      code: "weak_password",
    });
  });

  test("of metadata merges the keys; null removes one", async () => {
    const client = await host().ada();
    await client.updateUser({ data: { full_name: "Ada", team: "Hull" } });
    const { data } = await client.updateUser({ data: { team: null } });
    expect(data.user?.user_metadata).toMatchObject({ full_name: "Ada" });
    expect(data.user?.user_metadata).not.toHaveProperty("team");
  });

  test("of the email needs both addresses", async () => {
    const client = await host().ada();
    const { data } = await client.updateUser({ email: "ada@new.test" });
    expect(data.user).toMatchObject({ email: ADA, new_email: "ada@new.test" });
    const atNew = linkIn(await host().lastMessage("ada@new.test"));
    const atOld = linkIn(await host().lastMessage(ADA));
    expect((await host().follow(atNew)).fragment.message).toContain("Please proceed to confirm link");
    expect((await client.getUser()).data.user?.email).toBe(ADA);
    expect((await host().follow(atOld)).fragment.access_token).toBeTruthy();
    expect((await client.getUser()).data.user?.email).toBe("ada@new.test");
  });

  test("of the email is confirmed even where sign-ups are not", async () => {
    host().deps.config.auth.email.enable_confirmations = false;
    const client = host().client();
    const { data } = await client.signUp({ email: "new@club.test", password: PASSWORD });
    expect(data.session).not.toBeNull();
    const changed = await client.updateUser({ email: "newer@club.test" });
    expect(changed.data.user).toMatchObject({ email: "new@club.test", new_email: "newer@club.test" });
  });

  test("of the email still needs both addresses after the messages are sent again", async () => {
    const client = await host().ada();
    await client.updateUser({ email: "ada@new.test" });
    await host().follow(linkIn(await host().lastMessage("ada@new.test")));
    await client.resend({ type: "email_change", email: ADA });
    await host().follow(linkIn(await host().lastMessage("ada@new.test")));
    expect((await client.getUser()).data.user?.email).toBe(ADA);
    await host().follow(linkIn(await host().lastMessage(ADA)));
    expect((await client.getUser()).data.user?.email).toBe("ada@new.test");
  });

  test("of the phone needs the code sent to the new number", async () => {
    const client = await host().ada();
    await client.updateUser({ phone: "+23052512345" });
    expect((await client.getUser()).data.user?.phone).toBe("");
    const token = codeIn(await host().lastMessage("+23052512345"));
    const { error } = await client.verifyOtp({ phone: "+23052512345", token, type: "phone_change" });
    expect(error).toBeNull();
    expect((await client.getUser()).data.user?.phone).toBe("23052512345");
  });

  test("to another account's address is refused", async () => {
    const client = await host().ada();
    await host()
      .admin()
      .admin.createUser({ email: "bob@club.test", phone: "+23052512345", password: PASSWORD });
    expect((await client.updateUser({ email: "bob@club.test" })).error?.code).toBe("email_exists");
    expect((await client.updateUser({ phone: "+23052512345" })).error?.code).toBe("phone_exists");
  });

  test("of an old session's password needs the emailed nonce if the setting requires it", async () => {
    host().deps.config.auth.email.secure_password_change = true;
    const client = await host().ada();
    await host().database.query("update auth.sessions set created_at = created_at - interval '25 hours'");
    expect((await client.updateUser({ password: "Extra time 2" })).error?.code).toBe(
      "reauthentication_needed",
    );
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = codeIn(await host().lastMessage(ADA));
    expect((await client.updateUser({ password: "Extra time 2", nonce: "nope" })).error?.code).toBe(
      "reauthentication_not_valid",
    );
    expect((await client.updateUser({ password: "Extra time 2", nonce })).error).toBeNull();
  });
});
