import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useState } from "react";
import * as words from "#words/matches";
import { pushState, turnPushOn } from "../../../backend/push/push-setting.ts";
import { useAct } from "../../../backend/queries/use-act.ts";
import { toast } from "../../../ui/overlays/toast.ts";
import { isOfferAnswered, rememberOfferAnswered } from "./push-offer-answer.ts";
import "./push-offer.css";

/**
 * Offers push messages to a player who has made a prediction. The browser asks for its permission only after Yes. Shows
 * nothing if the offer was answered before, if push is on, or if the browser does not support it.
 */
export function PushOffer({ userId }: { userId: string }) {
  const [answered, setAnswered] = useState(() => isOfferAnswered(userId));
  const state = useQuery({
    queryKey: ["this device", userId, "push"],
    queryFn: () => pushState(userId),
    enabled: !answered,
    retry: false,
  });
  const answer = () => {
    rememberOfferAnswered(userId);
    setAnswered(true);
  };
  const accept = useAct({
    act: () => turnPushOn(userId),
    onSuccess: (now) => {
      if (now === "on") toast.success(words.pushMessagesAreOn);
      if (now === "denied") toast.error(words.browserBlocksMessages);
      answer();
    },
    onError: () => toast.error(words.pushCouldNotBeTurnedOn),
  });
  if (answered || state.data !== "off") return null;
  return (
    <aside className="push-offer" aria-label={words.pushMessages}>
      <BellRing size={24} aria-hidden="true" />
      <div>
        <b>{words.doYouWantAReminder}</b>
        <p>{words.whatPushMessagesAre}</p>
      </div>
      <div className="actions">
        <button type="button" className="btn secondary small" onClick={answer}>
          {words.notNow}
        </button>
        <button
          type="button"
          className="btn small"
          aria-disabled={accept.isPending}
          onClick={() => accept.mutate()}
        >
          {words.turnOn}
        </button>
      </div>
    </aside>
  );
}
