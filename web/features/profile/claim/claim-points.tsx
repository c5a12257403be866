import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/profile";
import { backend } from "../../../backend/connection/client.ts";
import { codeOf } from "../../../backend/connection/error-kinds.ts";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { useAct } from "../../../backend/queries/use-act.ts";
import { useLocation } from "../../../routing/location.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";

/** Takes over the points of a member who came from another pool, for the code in the address. Nothing without one. */
export function ClaimPoints() {
  const { search } = useLocation();
  const [code] = useState(() => new URLSearchParams(search).get("claim"));
  const queries = useQueryClient();
  const claim = useAct({
    act: () => dataOf(backend().rest.rpc("claim_points", { _code: code ?? "" })),
    onSuccess: () => {
      for (const key of [subject.leaderboard, subject.progress, subject.predictions])
        void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  if (code === null) return null;
  if (claim.data)
    return (
      <p className="notice success" role="status">
        {words.pointsAreYours({ name: claim.data.name, points: claim.data.points })}
      </p>
    );
  const problem =
    claim.error && (codeOf(claim.error) === "PT404" ? words.linkWasUsed : messageFor(claim.error));
  return (
    <section className="panel form" aria-labelledby="claim-points">
      <h2 id="claim-points">{words.claimYourPoints}</h2>
      <p>{words.whatClaimingDoes}</p>
      <FormError message={problem} />
      <div className="actions">
        <button type="button" className="btn" disabled={claim.isPending} onClick={() => claim.mutate()}>
          {words.claimPoints}
        </button>
      </div>
    </section>
  );
}
