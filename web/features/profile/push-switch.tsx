import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff, BellRing } from "lucide-react";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { type PushState, turnPushOff, turnPushOn } from "../../backend/push/push-setting.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { pushOnThisDevice } from "./message-queries.ts";

/** Turns push messages on or off on this device. `wanted`: the player chose push for at least one kind of message. */
export function PushSwitch({ userId, wanted }: { userId: string; wanted: boolean }) {
  const queries = useQueryClient();
  const options = pushOnThisDevice(userId);
  const state = useQuery(options);
  const turn = useAct({
    act: async (on: boolean): Promise<PushState> => {
      if (on) return turnPushOn(userId);
      await turnPushOff();
      return "off";
    },
    onSuccess: (now) => queries.setQueryData(options.queryKey, now),
    onError: (error) => toast.error(pushProblem(error)),
  });
  if (state.data === undefined) return null;
  const isOn = state.data === "on";
  const Icon = isOn ? BellRing : BellOff;
  return (
    <div className="push-device">
      <p>
        <b>
          <Icon size={18} aria-hidden="true" />
          Push on this device
        </b>
        {explanationOf(state.data, wanted)}
      </p>
      {(isOn || state.data === "off") && (
        <button
          type="button"
          className="btn secondary small"
          aria-disabled={turn.isPending}
          onClick={() => turn.mutate(!isOn)}
        >
          {isOn ? "Turn off here" : "Turn on here"}
        </button>
      )}
    </div>
  );
}

function explanationOf(state: PushState, wanted: boolean): string {
  switch (state) {
    case "on":
      return wanted
        ? "On: the messages you chose above appear here, even when the page is closed."
        : "On, but you have not chosen any messages for push.";
    case "off":
      return "Off: push messages do not appear here. If you turn them on, your browser asks for permission.";
    case "denied":
      return "This browser blocks messages from this site. Allow notifications for this site in the browser's settings, then come back.";
    case "closed":
      return "The club does not send push messages at the moment.";
    case "away from home":
      return "On an iPhone or iPad, add this page to the Home Screen first (Share, then Add to Home Screen) and open it from there.";
    case "unsupported":
      return "This browser cannot show push messages.";
  }
}

/** The message for a failure. A browser that cannot reach its push service throws a DOMException. */
function pushProblem(error: unknown): string {
  return error instanceof DOMException
    ? "This browser's push service did not answer. Please try again later."
    : messageFor(error);
}
