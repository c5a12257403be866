import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldQuestion } from "lucide-react";
import * as words from "#words/club-texts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { Rich } from "../../ui/text/rich.tsx";
import { confirmAge } from "./text-mutations.ts";
import { dueConfirmation } from "./text-queries.ts";
import "./club-texts.css";

/** Asks a member once for what the club wants confirmed. Until then the database accepts no prediction and no code. */
export function AgeQuestion({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const { data: due } = useQuery(dueConfirmation(userId));
  const confirm = useAct({
    act: confirmAge,
    onSuccess: () => toast.success(words.thankYou),
    onError: (error) => toast.error(messageFor(error)),
    // Also after a failure: the organiser may have changed what is asked.
    onSettled: () => queries.invalidateQueries({ queryKey: [subject.profile] }),
  });
  if (!due) return null;
  const { age, terms } = due;
  return (
    <section className="connection-banner age-question" aria-label={words.confirmYourAge}>
      <div className="wrap">
        <ShieldQuestion size={20} aria-hidden="true" />
        <p>
          <b>{words.beforeYourNextPick}</b>{" "}
          {terms === null ? (
            <span>{words.clubAsksForTheAge({ age })}</span>
          ) : (
            <span>
              <Rich
                parts={words.clubAsksForAgeAndTerms({
                  age,
                  a: (text) => <Link to={paths.terms}>{text}</Link>,
                })}
              />
            </span>
          )}
        </p>
        <button
          type="button"
          className="btn small"
          aria-disabled={confirm.isPending}
          onClick={() => confirm.mutate(due)}
        >
          {words.iAmOldEnough({ age })}
        </button>
      </div>
    </section>
  );
}
