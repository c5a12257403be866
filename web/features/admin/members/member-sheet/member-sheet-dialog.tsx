import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import * as uiWords from "#words/ui";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { methodLabel } from "../../../../football/rules/payment-methods.ts";
import { clubDate, lastDay } from "../../../../football/time/club-day.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { RefusedPredictions } from "../predictions/refused-predictions.tsx";
import { DueAge } from "./due-age.tsx";
import { MemberMessage } from "./member-message.tsx";
import { MemberNotes } from "./member-notes.tsx";
import { type MemberSheet, memberSheet } from "./member-sheet-queries.ts";
import { greetingLink, signInState, waysToSignIn } from "./sign-in-words.ts";
import "./member-sheet.css";

interface Props {
  player: AdminPlayerRow;
  name: string;
  onClose: () => void;
  /** Opens the other dialogs about this member in place of this one. */
  onOpen: (kind: "view" | "subscriptions" | "password") => void;
}

/** Answers "Why could I not predict?" on one sheet, with what an organiser may do about it. */
export function MemberSheetDialog({ player, name, onClose, onOpen }: Props) {
  const sheet = useQuery(memberSheet(player.user_id));
  const phone = sheet.data?.sign_in.phone ?? sheet.data?.phone_number ?? player.phone_number;
  return (
    <Dialog open wide onClose={onClose} title={name} description={words.whatTheMemberNeeds}>
      <div className="member-actions">
        <button type="button" className="btn secondary small" onClick={() => onOpen("subscriptions")}>
          {words.subscriptions}
        </button>
        <button type="button" className="btn secondary small" onClick={() => onOpen("view")}>
          {words.predictions}
        </button>
        {/* An admin's password is changed only by the admin. */}
        {!player.is_admin && (
          <button type="button" className="btn secondary small" onClick={() => onOpen("password")}>
            {words.temporaryPassword}
          </button>
        )}
        {phone && (
          <a
            className="btn secondary small"
            href={greetingLink(phone, name)}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle size={16} aria-hidden="true" />
            <span>{uiWords.whatsApp}</span>
          </a>
        )}
      </div>
      <QueryView
        query={sheet}
        failed={words.failedToLoadTheMember}
        loading={{ count: 5, height: 72, label: words.loadingTheMember }}
      >
        {(data) => (
          <>
            {data.due_age !== null && <DueAge userId={player.user_id} name={name} age={data.due_age} />}
            <Facts sheet={data} />
            <RefusedPredictions userId={player.user_id} />
            <MemberNotes userId={player.user_id} notes={data.notes} />
            <MemberMessage userId={player.user_id} name={name} />
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

function Facts({ sheet }: { sheet: MemberSheet }) {
  const now = serverNow();
  const zone = backend().config.time_zone;
  const { sign_in: signIn, missing_picks: missing, subscriptions, payments, groups } = sheet;
  const ways = waysToSignIn(signIn);
  return (
    <>
      <Part title={words.signsInWith} empty="">
        {[...ways.map((way) => <b key={way}>{way}</b>), ...signInState(signIn, now)]}
      </Part>
      <Part title={words.nextMatchday} empty={words.everyOpenMatchPredicted}>
        {missing.map(({ label, league, locks_at, may_predict }) => (
          <>
            <b>{label.split(" v ").map(clubName).join(` ${footballWords.versus} `)}</b>
            <span className={may_predict ? undefined : "member-problem"}>
              {may_predict
                ? words.noPickYet({ time: kickOffInSentence(locks_at, now) })
                : words.needsSubscription({ competition: league })}
            </span>
          </>
        ))}
      </Part>
      <Part title={words.subscriptions} empty={words.none}>
        {subscriptions.map(({ league, expires_at, is_active, is_given }) => (
          <>
            <b>{league}</b>
            <span>{subscriptionWords(is_active, is_given)({ date: lastDay(expires_at, zone) })}</span>
          </>
        ))}
      </Part>
      <Part title={words.payments} empty={words.noneRecorded}>
        {payments.map(({ league, amount_rs, method, paid_on, paid_until, payer_name }) => (
          <>
            <b>{words.amountForCompetition({ amount: formatNumber(amount_rs), competition: league })}</b>
            <span>
              {words.paymentDetails({
                payer: payer_name,
                method: methodLabel(method),
                date: clubDate(paid_on),
                until: lastDay(paid_until, zone),
              })}
            </span>
          </>
        ))}
      </Part>
      <Part title={words.groups} empty={words.none}>
        {groups.map(({ name, is_owner }) => (
          <>
            <b>{name}</b>
            {is_owner && <span>{words.owner}</span>}
          </>
        ))}
      </Part>
    </>
  );
}

/** Until when a subscription is or was active, and what gave it. */
function subscriptionWords(isActive: boolean, isGiven: boolean): typeof words.activeByACode {
  if (isActive) return isGiven ? words.activeByAnOrganiser : words.activeByACode;
  return isGiven ? words.endedByAnOrganiser : words.endedByACode;
}

function Part({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section className="member-part">
      <h3>{title}</h3>
      {children.length === 0 ? (
        <p className="note">{empty}</p>
      ) : (
        <ul>
          {children.map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
