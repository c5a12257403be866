import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, Copy, RefreshCw } from "lucide-react";
import { useState } from "react";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { Field } from "../../ui/forms/field.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { calendarAddress, renewCalendar } from "./message-queries.ts";

/** The link to the player's matches for a calendar application. The link is secret and can be renewed. */
export function Calendar({ userId }: { userId: string }) {
  const address = useQuery(calendarAddress(userId));
  const [renewing, setRenewing] = useState(false);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Link copied to clipboard");
    } catch {
      toast.error("The link could not be copied: select and copy it by hand.");
    }
  };
  return (
    <section aria-labelledby="calendar">
      <div className="section-head">
        <h2 id="calendar">Calendar</h2>
      </div>
      <QueryView
        query={address}
        failed="Failed to load your calendar"
        loading={{ count: 2, height: 96, label: "Loading your calendar" }}
      >
        {(data) => (
          <div className="calendar">
            <Field
              label="Your calendar's link"
              hint="Subscribe to it in Google, Apple or Outlook to see the matches of your competitions. Moved matches are updated. Anyone with the link can read the calendar."
            >
              <input readOnly value={data} onFocus={({ target }) => target.select()} />
            </Field>
            <div className="actions">
              <a className="btn secondary small" href={data.replace(/^https?:/, "webcal:")}>
                <CalendarPlus size={16} aria-hidden="true" />
                Open in calendar
              </a>
              <button type="button" className="btn secondary small" onClick={() => void copy(data)}>
                <Copy size={16} aria-hidden="true" />
                Copy link
              </button>
              <button type="button" className="btn secondary small" onClick={() => setRenewing(true)}>
                <RefreshCw size={16} aria-hidden="true" />
                Renew link
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
      toast.success("Your calendar has a new link");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      title="Renew the calendar's link?"
      keep="Keep the old link"
      confirm="Renew the link"
      pending={renew.isPending}
      error={renew.isError ? messageFor(renew.error) : null}
      onKeep={() => {
        renew.reset();
        onClose();
      }}
      onConfirm={() => renew.mutate()}
    >
      <p>
        The old link stops working at once. Calendars that use it are no longer updated until you subscribe
        them to the new link.
      </p>
    </ConfirmDialog>
  );
}
