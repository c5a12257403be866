import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, Copy, RefreshCw } from "lucide-react";
import { useState } from "react";
import * as words from "#words/profile";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { Field } from "../../ui/forms/field.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { copyText } from "../../ui/overlays/copy-text.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { renewCalendar } from "./message-mutations.ts";
import { calendarAddress } from "./message-queries.ts";

/** The link to the player's matches for a calendar application. The link is secret and can be renewed. */
export function Calendar({ userId }: { userId: string }) {
  const address = useQuery(calendarAddress(userId));
  const [renewing, setRenewing] = useState(false);
  const copy = (text: string) =>
    copyText(text, { copied: words.linkCopiedToClipboard, failed: words.linkCouldNotBeCopied });
  return (
    <section aria-labelledby="calendar">
      <div className="section-head">
        <h2 id="calendar">{words.calendar}</h2>
      </div>
      <QueryView
        query={address}
        failed={words.failedToLoadYourCalendar}
        loading={{ count: 2, height: 96, label: words.loadingYourCalendar }}
      >
        {(data) => (
          <div className="calendar">
            <Field label={words.yourCalendarsLink} hint={words.calendarHint}>
              <input readOnly value={data} onFocus={({ target }) => target.select()} />
            </Field>
            <div className="actions">
              <a className="btn secondary small" href={data.replace(/^https?:/, "webcal:")}>
                <CalendarPlus size={16} aria-hidden="true" />
                <span>{words.openInCalendar}</span>
              </a>
              <button type="button" className="btn secondary small" onClick={() => void copy(data)}>
                <Copy size={16} aria-hidden="true" />
                <span>{words.copyLink}</span>
              </button>
              <button type="button" className="btn secondary small" onClick={() => setRenewing(true)}>
                <RefreshCw size={16} aria-hidden="true" />
                <span>{words.renewLink}</span>
              </button>
            </div>
          </div>
        )}
      </QueryView>
      <RenewDialog userId={userId} open={renewing} onClose={() => setRenewing(false)} />
    </section>
  );
}

function RenewDialog({ userId, open, onClose }: { userId: string; open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const renew = useAct({
    act: renewCalendar,
    onSuccess: (address) => {
      queries.setQueryData(calendarAddress(userId).queryKey, address);
      toast.success(words.yourCalendarHasNewLink);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title={words.renewTheCalendarsLink}
      keep={words.keepTheOldLink}
      confirm={words.renewTheLink}
      pending={renew.isPending}
      error={renew.isError ? messageFor(renew.error) : null}
      onKeep={() => {
        renew.reset();
        onClose();
      }}
      onConfirm={() => renew.mutate()}
    >
      <p>{words.renewEffects}</p>
    </ConfirmDialog>
  );
}
