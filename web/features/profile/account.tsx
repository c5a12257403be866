import type { User } from "@supabase/auth-js";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as words from "#words/profile";
import { codeOf } from "../../backend/connection/error-kinds.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import type { ProfileRow } from "../../backend/types/rows.ts";
import { useLocation } from "../../routing/location.tsx";
import { emailRule, nameRule, passwordRule } from "../../session/accounts/account-rules.ts";
import { CodeField } from "../../session/code-field.tsx";
import { changePassword } from "../../session/password/change-password.ts";
import { PasswordField } from "../../session/password/password-field.tsx";
import { fullNameOf } from "../../session/session-store.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { changeEmail, rename, requestNonce } from "./account-actions.ts";
import { AccountLine } from "./account-line.tsx";
import { ChangeForm, checked } from "./change-form.tsx";
import { PhoneForm } from "./phone-form.tsx";

interface Props {
  user: User;
  /** Null if the account has no profile. Undefined while it loads; the session's data is shown until then. */
  profile: ProfileRow | null | undefined;
}

const notLoaded = <Skeleton width={140} height={20} />;

/** Name, email, phone number and password. Each is a line that is replaced by its form. */
export function Account({ user, profile }: Props) {
  const isLoaded = profile !== undefined;
  // Where the host sends /.well-known/change-password.
  const { hash } = useLocation();
  const name = (isLoaded ? profile?.full_name : fullNameOf(user)) ?? "";
  return (
    <section aria-labelledby="account">
      <div className="section-head">
        <h2 id="account">{words.account}</h2>
      </div>
      <dl aria-busy={!isLoaded}>
        <AccountLine label={words.fullName} value={name || (isLoaded ? words.noNameYet : notLoaded)}>
          {(close) => <NameForm userId={user.id} name={name} close={close} />}
        </AccountLine>
        <AccountLine
          label={words.email}
          value={user.email || words.noEmailYet}
          {...(user.email ? {} : { buttonLabel: words.add })}
        >
          {(close) => <EmailForm pending={user.new_email} close={close} />}
        </AccountLine>
        <AccountLine
          label={words.phoneNumber}
          value={phoneText(user, profile)}
          {...(user.phone ? {} : { buttonLabel: profile?.phone_number ? words.verify : words.add })}
        >
          {(close) => <PhoneForm stored={user.phone ? "" : (profile?.phone_number ?? "")} close={close} />}
        </AccountLine>
        <AccountLine label={words.password} value="••••••••" opens={hash === "#password"}>
          {(close) => <PasswordForm close={close} />}
        </AccountLine>
      </dl>
    </section>
  );
}

function phoneText(user: User, profile: Props["profile"]): ReactNode {
  if (user.phone) return words.phoneVerified({ phone: user.phone });
  if (profile === undefined) return notLoaded;
  return profile?.phone_number
    ? words.phoneNotVerified({ phone: profile.phone_number })
    : words.noPhoneNumberYet;
}

function NameForm({ userId, name, close }: { userId: string; name: string; close: () => void }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(name);
  const save = async () => {
    await rename(userId, checked(nameRule, typed));
    toast.success(words.nameUpdatedSuccessfully);
    for (const stale of [subject.profile, subject.leaderboard, subject.progress])
      void queries.invalidateQueries({ queryKey: [stale] });
    close();
  };
  return (
    <ChangeForm save={words.saveName} onSave={save} onCancel={close}>
      <Field label={words.fullName} hint={words.shownOnEveryTable}>
        <input
          value={typed}
          autoComplete="name"
          maxLength={100}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ChangeForm>
  );
}

function EmailForm({ pending, close }: { pending: string | undefined; close: () => void }) {
  const [typed, setTyped] = useState("");
  const [sentTo, setSentTo] = useState(pending ?? null);
  const save = async () => {
    const email = checked(emailRule, typed);
    if ((await changeEmail(email)) === "confirm") return setSentTo(email);
    toast.success(words.emailUpdatedSuccessfully);
    close();
  };
  return (
    <ChangeForm save={words.saveEmail} onSave={save} onCancel={close}>
      {sentTo && (
        <p className="notice success" role="status">
          {words.emailChangeSent({ email: sentTo })}
        </p>
      )}
      <Field label={words.newEmail}>
        <input
          type="email"
          autoComplete="email"
          maxLength={254}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ChangeForm>
  );
}

function PasswordForm({ close }: { close: () => void }) {
  const [password, setPassword] = useState("");
  const [nonce, setNonce] = useState<string | null>(null);
  const save = async () => {
    try {
      await changePassword(checked(passwordRule, password), nonce ?? "");
    } catch (error) {
      if (codeOf(error) !== "reauthentication_needed") throw error;
      // An older session must confirm the change with a code. The form then shows a field for it.
      await requestNonce();
      return setNonce("");
    }
    toast.success(words.passwordUpdatedSuccessfully);
    close();
  };
  return (
    <ChangeForm save={words.savePassword} onSave={save} onCancel={close}>
      <PasswordField
        label={words.newPassword}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="new-password"
      />
      {nonce !== null && <CodeField label={words.theCodeWeSentYou} value={nonce} onChange={setNonce} />}
    </ChangeForm>
  );
}
