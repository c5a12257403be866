import { useMutation, useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useState } from "react";
import { pushState, turnPushOn } from "../../../backend/push/push-setting.ts";
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
  const accept = useMutation({
    mutationFn: () => turnPushOn(userId),
    onSuccess: (now) => {
      if (now === "on") toast.success("Push messages are on for this device");
      if (now === "denied")
        toast.error("Your browser was told not to show messages. Its settings can change that.");
      answer();
    },
    onError: () => toast.error("Push could not be turned on. You can try again in your profile."),
  });
  if (answered || state.data !== "off") return null;
  return (
    <aside className="push-offer" aria-label="Push messages">
      <BellRing size={24} aria-hidden="true" />
      <div>
        <b>Shall we tell you when a pick is missing?</b>
        <p>
          A message on this device before a day's first kick-off, when a match moves, and with your points.
        </p>
      </div>
      <div className="acts">
        <button type="button" className="btn quiet small" onClick={answer}>
          Not now
        </button>
        <button
          type="button"
          className="btn small"
          aria-disabled={accept.isPending}
          onClick={() => !accept.isPending && accept.mutate()}
        >
          Yes, tell me
        </button>
      </div>
    </aside>
  );
}
