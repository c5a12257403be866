import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/profile";
import { Shirt } from "../../football/components/shirt.tsx";
import { longDate } from "../../football/time/kick-off.ts";
import { Page } from "../../session/page.tsx";
import { nameOf, useSession } from "../../session/session-store.ts";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { Account } from "./account.tsx";
import { Appearance } from "./appearance.tsx";
import { Calendar } from "./calendar.tsx";
import { ClaimPoints } from "./claim/claim-points.tsx";
import { LanguageChoice } from "./language.tsx";
import { Messages } from "./messages.tsx";
import { PredictionHistory } from "./prediction-history.tsx";
import { profileOf } from "./profile-queries.ts";
import { Season } from "./season.tsx";
import { LinkedSignIns } from "./sign-ins/linked-sign-ins.tsx";
import { Passkeys } from "./sign-ins/passkeys.tsx";
import { YourData } from "./your-data.tsx";
import "./profile.css";

export { ProfilePage as Component };

/** The player's season, prediction history, account, message choices, calendar and data. */
function ProfilePage() {
  const { user } = useSession();
  const [needsSecondLink] = useState(() => isFirstEmailLink(window.location.hash));
  const profile = useQuery({ ...profileOf(user?.id ?? ""), enabled: user !== null });
  if (!user) return null;
  const name = profile.data?.full_name ?? nameOf(user);
  return (
    <Page
      head={
        <div className="page-title profile-title">
          <Shirt player={user.id} name={name} />
          <div>
            <h1>{name}</h1>
            <p>{words.memberSinceDate({ date: longDate(user.created_at) })}</p>
          </div>
        </div>
      }
    >
      <div className="profile-columns">
        <div className="stack">
          <ClaimPoints />
          <Season userId={user.id} />
          <PredictionHistory userId={user.id} />
        </div>
        <div className="stack">
          {needsSecondLink && (
            <p className="notice success" role="status">
              {words.firstOfTwoLinks}
            </p>
          )}
          <FailedQueries title={words.failedToLoadYourAccount} queries={[profile]} />
          {!profile.isLoadingError && <Account user={user} profile={profile.data} />}
          <Passkeys userId={user.id} />
          <LinkedSignIns userId={user.id} />
          <Messages userId={user.id} hasEmail={Boolean(user.email)} />
          <Calendar userId={user.id} />
          <LanguageChoice userId={user.id} />
          <Appearance />
          <YourData userId={user.id} />
        </div>
      </div>
    </Page>
  );
}

/** Whether the first of the two links of an email change was opened: GoTrue redirects with a message and no session. */
function isFirstEmailLink(hash: string): boolean {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  return found.has("message") && !found.has("access_token");
}
