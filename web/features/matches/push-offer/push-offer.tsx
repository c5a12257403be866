import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useState } from "react";
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
      if (now === "on") toast.success("Push messages are on for this device");
      if (now === "denied")
        toast.error("Your browser blocks messages from this site. You can allow them in its settings.");
      answer();
    },
    onError: () => toast.error("Push could not be turned on. You can try again in your profile."),
  });
  if (answered || state.data !== "off") return null;
  return (
    <aside className="push-offer" aria-label="Push messages">
      <BellRing size={24} aria-hidden="true" />
      <div>
        <b>Do you want a reminder when a pick is missing?</b>
        <p>
          A message on this device before the first kick-off of the day, when a match moves, and with your
          points.
        </p>
      </div>
      <div className="actions">
        <button type="button" className="btn secondary small" onClick={answer}>
          Not now
        </button>
        <button
          type="button"
          className="btn small"
          aria-disabled={accept.isPending}
          onClick={() => accept.mutate()}
        >
          Turn on
        </button>
      </div>
    </aside>
  );
}
