import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff, BellRing } from "lucide-react";
import * as words from "#words/profile";
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
          <span>{words.pushOnThisDevice}</span>
        </b>
        <span>{explanationOf(state.data, wanted)}</span>
      </p>
      {(isOn || state.data === "off") && (
        <button
          type="button"
          className="btn secondary small"
          aria-disabled={turn.isPending}
          onClick={() => turn.mutate(!isOn)}
        >
          {isOn ? words.turnOffHere : words.turnOnHere}
        </button>
      )}
    </div>
  );
}

function explanationOf(state: PushState, wanted: boolean): string {
  switch (state) {
    case "on":
      return wanted ? words.pushIsOn : words.pushIsOnWithoutMessages;
    case "off":
      return words.pushIsOff;
    case "denied":
      return words.pushIsBlocked;
    case "closed":
      return words.clubSendsNoPush;
    case "away from home":
      return words.pushOnIphone;
    case "unsupported":
      return words.browserCannotShowPush;
  }
}

/** The message for a failure. A browser that cannot reach its push service throws a DOMException. */
function pushProblem(error: unknown): string {
  return error instanceof DOMException ? words.pushServiceSilent : messageFor(error);
}
