import { Check, MessageCircle } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-shared";
import * as uiWords from "#words/ui";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { clockTime, isToday, kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { whatsAppLink } from "../../../../ui/text/whats-app.ts";
import { useAdminMutation } from "../acts/use-admin-mutation.ts";
import { noteReminder, type ReminderSubject, remindInApp } from "./reminder-mutations.ts";
import "./reminders.css";

interface Props {
  member: { id: string; name: string; phone: string | null };
  about: ReminderSubject;
  /** The latest reminder by any organiser that still counts. */
  written: { at: string | null; by: string | null };
  /** What WhatsApp opens with. */
  text: string;
  /** What a member without a phone number gets in the app. */
  inApp: { title: string; message: string };
}

/**
 * Reminds a member by WhatsApp, or in the app without a phone number, and notes that for all organisers. WhatsApp does not tell
 * whether the message was sent, so "Not sent" takes the note back.
 */
export function RemindButton({ member, about, written, text, inApp }: Props) {
  const { id, name, phone } = member;
  const [isMine, setIsMine] = useState(false);
  const note = useAdminMutation(
    (isWritten: boolean) => noteReminder(id, about, isWritten),
    { success: null, failure: words.failedToNoteReminder },
    { stale: [subject.dashboard], onDone: (_, isWritten) => setIsMine(isWritten) },
  );
  const send = useAdminMutation(
    (message: Props["inApp"], requestKey) => remindInApp(id, about, message, requestKey),
    { success: words.remindedInApp({ name }), failure: words.failedToRemind },
    { stale: [subject.dashboard, subject.notifications] },
  );
  const isWritten = written.at !== null;
  return (
    <span className="remind">
      {written.at !== null && <Written at={written.at} by={written.by} />}
      {isWritten && isMine && (
        <button
          type="button"
          className="btn link small"
          aria-label={words.notSentTo({ name })}
          onClick={() => note.mutate(false)}
        >
          {words.notSent}
        </button>
      )}
      {phone !== null ? (
        <a
          className={isWritten ? "btn link small" : "btn secondary small"}
          href={whatsAppLink(text, phone)}
          target="_blank"
          rel="noreferrer"
          aria-label={isWritten ? words.againTo({ name }) : words.whatsAppTo({ name })}
          onClick={() => note.mutate(true)}
        >
          {!isWritten && <MessageCircle size={16} aria-hidden="true" />}
          <span>{isWritten ? words.again : uiWords.whatsApp}</span>
        </a>
      ) : (
        !isWritten && (
          <button
            type="button"
            className="btn secondary small"
            aria-label={words.inTheAppTo({ name })}
            aria-disabled={send.isPending}
            onClick={() => send.mutate(inApp)}
          >
            {words.inTheApp}
          </button>
        )
      )}
    </span>
  );
}

function Written({ at, by }: { at: string; by: string | null }) {
  const now = serverNow();
  const time = isToday(at, now) ? clockTime(at) : kickOffInSentence(at, now);
  return (
    <span className="written">
      <Check size={16} aria-hidden="true" />
      <span aria-hidden="true">{words.written({ time })}</span>
      <span className="visually-hidden">
        {by === null ? words.written({ time }) : words.writtenBy({ time, name: by })}
      </span>
    </span>
  );
}
