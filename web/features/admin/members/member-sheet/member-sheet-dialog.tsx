import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { methodLabel } from "../../../../football/rules/payment-methods.ts";
import { clubDate, lastDay } from "../../../../football/time/club-day.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { Refusals } from "../management/refusals.tsx";
import { MemberMessage } from "./member-message.tsx";
import { MemberNotes } from "./member-notes.tsx";
import { type MemberSheet, memberSheet } from "./member-sheet-queries.ts";
import { signInState, waysToSignIn, whatsAppLink } from "./sign-in-words.ts";
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
    <Dialog open wide onClose={onClose} title={name} description="What this member needs to predict">
      <div className="member-actions">
        <button type="button" className="btn secondary small" onClick={() => onOpen("subscriptions")}>
          Subscriptions
        </button>
        <button type="button" className="btn secondary small" onClick={() => onOpen("view")}>
          Predictions
        </button>
        {/* An admin's password is changed only by the admin. */}
        {!player.is_admin && (
          <button type="button" className="btn secondary small" onClick={() => onOpen("password")}>
            Temporary password
          </button>
        )}
        {phone && (
          <a
            className="btn secondary small"
            href={whatsAppLink(phone, name)}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle size={16} aria-hidden="true" />
            WhatsApp
          </a>
        )}
      </div>
      <QueryView
        query={sheet}
        failed="Failed to load the member"
        loading={{ count: 5, height: 72, label: "Loading the member" }}
      >
        {(data) => (
          <>
            <Facts sheet={data} />
            <Refusals userId={player.user_id} />
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
      <Part title="Signs in with" empty="">
        {[...ways.map((way) => <b key={way}>{way}</b>), ...signInState(signIn, now)]}
      </Part>
      <Part title="Next matchday" empty="Every match that is open is predicted.">
        {missing.map(({ label, league, locks_at, may_predict }) => (
          <>
            <b>{label.split(" v ").map(clubName).join(" v ")}</b>
            <span className={may_predict ? undefined : "member-problem"}>
              {may_predict
                ? `No pick yet. Locks ${kickOff(locks_at, now)}.`
                : `Needs the ${league} subscription.`}
            </span>
          </>
        ))}
      </Part>
      <Part title="Subscriptions" empty="None.">
        {subscriptions.map(({ league, expires_at, is_active, is_given }) => (
          <>
            <b>{league}</b>
            <span>
              {is_active ? "Active until" : "Ended"} {lastDay(expires_at, zone)}, by{" "}
              {is_given ? "an organiser" : "a code"}
            </span>
          </>
        ))}
      </Part>
      <Part title="Payments" empty="None recorded.">
        {payments.map(({ league, amount_rs, method, paid_on, paid_until, payer_name }) => (
          <>
            <b>
              Rs {formatNumber(amount_rs)} for {league}
            </b>
            <span>
              {payer_name}, {methodLabel(method)}, {clubDate(paid_on)}. Paid until {lastDay(paid_until, zone)}
              .
            </span>
          </>
        ))}
      </Part>
      <Part title="Groups" empty="None.">
        {groups.map(({ name, is_owner }) => (
          <>
            <b>{name}</b>
            {is_owner && <span>Owner</span>}
          </>
        ))}
      </Part>
    </>
  );
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
