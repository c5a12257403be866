import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown } from "lucide-react";
import { useState } from "react";
import { backend } from "../../../../backend/connection/client.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import type { MergePlan } from "../../../../backend/types/member-rows.ts";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { players } from "../users/player-queries.ts";
import { Conflicts } from "./conflicts.tsx";
import { mergeMembers, mergePlan, staleAfterMemberMerge } from "./merge-queries.ts";
import { accountName, mergeEffects, signInOf } from "./merge-words.ts";
import "./merging.css";

interface Props {
  player: AdminPlayerRow;
  onClose: () => void;
}

/** Merges a member's account with another one of the same person: choose it, see what moves, confirm. */
export function MergeMembersDialog({ player, onClose }: Props) {
  const [pair, setPair] = useState<{ keepId: string; removeId: string } | null>(null);
  const name = player.full_name ?? player.email ?? "Player";
  return (
    <Dialog open wide onClose={onClose} title={`Merge ${name} with another account`}>
      {pair === null ? (
        <OtherAccount
          player={player}
          onChosen={(removeId) => setPair({ keepId: player.user_id, removeId })}
        />
      ) : (
        <Plan
          key={pair.keepId}
          {...pair}
          onSwap={() => setPair({ keepId: pair.removeId, removeId: pair.keepId })}
          onBack={() => setPair(null)}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

/** Finds the other account, at first by the member's own name. */
function OtherAccount({ player, onChosen }: { player: AdminPlayerRow; onChosen: (id: string) => void }) {
  const [words, setWords] = useState(player.full_name?.split(" ")[0] ?? "");
  const list = useQuery(players(words.trim(), "name", 0));
  return (
    <>
      <p>Choose the other account of the same person. Nothing is saved before you have seen what moves.</p>
      <SearchField label="Find the other account by name, phone or email" value={words} onChange={setWords} />
      <QueryView
        query={list}
        failed="Failed to load the members"
        loading={{ count: 4, height: 48, label: "Loading members" }}
      >
        {(found) => {
          const others = found.filter(({ user_id }) => user_id !== player.user_id);
          if (others.length === 0) return <p className="muted">No other account has these words.</p>;
          return (
            <ul className="merge-candidates">
              {others.map((other) => (
                <li key={other.user_id}>
                  <button type="button" onClick={() => onChosen(other.user_id)}>
                    <b>{other.full_name ?? "Player"}</b>
                    <span>
                      {[other.phone_number, other.email, plural(other.predictions, "prediction")]
                        .filter(Boolean)
                        .join(", ")}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
    </>
  );
}

interface PlanProps {
  keepId: string;
  removeId: string;
  onSwap: () => void;
  onBack: () => void;
  onDone: () => void;
}

function Plan({ keepId, removeId, onSwap, onBack, onDone }: PlanProps) {
  const plan = useQuery(mergePlan(keepId, removeId));
  const [prefer, setPrefer] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  const merge = useAdminMutation(
    mergeMembers,
    {
      success: "Accounts merged. You can undo this for 24 hours, in the audit log too.",
      failure: "Nothing was merged. Please try again.",
    },
    { stale: staleAfterMemberMerge, onDone, onFailed: () => setIsAsking(false), undoId: (id) => id },
  );
  return (
    <QueryView
      query={plan}
      failed="Failed to compare the accounts"
      loading={{ count: 4, height: 48, label: "Comparing the accounts" }}
    >
      {(data) => (
        <>
          <Sides plan={data} onSwap={onSwap} />
          <ul className="member-merge-effects">
            {mergeEffects(data, backend().config.time_zone).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          <Conflicts
            conflicts={data.conflicts}
            prefer={prefer}
            onPrefer={(id, isPreferred) => {
              const next = new Set(prefer);
              if (isPreferred) next.add(id);
              else next.delete(id);
              setPrefer(next);
            }}
          />
          <FormError message={data.problem ?? merge.problem} />
          <div className="actions">
            <button type="button" className="btn secondary" onClick={onBack}>
              Choose another account
            </button>
            <button
              type="button"
              className="btn danger"
              disabled={data.problem !== null}
              onClick={() => setIsAsking(true)}
            >
              Merge accounts
            </button>
          </div>
          <ConfirmDialog
            open={isAsking}
            title={`Merge into the account of ${accountName(data.keep)}?`}
            keep="Keep both"
            confirm={merge.isPending ? "Merging..." : "Merge"}
            pending={merge.isPending}
            onKeep={() => setIsAsking(false)}
            onConfirm={() => merge.mutate({ keepId, removeId, prefer: [...prefer] })}
          >
            <p>
              {accountName(data.remove)} can no longer sign in with {signInOf(data.remove)}. You can undo the
              merge for 24 hours, in the audit log.
            </p>
          </ConfirmDialog>
        </>
      )}
    </QueryView>
  );
}

function Sides({ plan, onSwap }: { plan: MergePlan; onSwap: () => void }) {
  return (
    <>
      <dl className="member-merge-sides">
        {(["keep", "remove"] as const).map((side) => (
          <div key={side}>
            <dt>{side === "keep" ? "Account to keep" : "Account to close"}</dt>
            <dd>
              <b>{accountName(plan[side])}</b>
              <span>{[plan[side].phone, plan[side].email].filter(Boolean).join(", ")}</span>
              <span>
                {plural(plan[side].predictions, "prediction")}, {plural(plan[side].points, "point")}
                {plan[side].is_admin ? ", admin" : ""}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <button type="button" className="btn secondary small" onClick={onSwap}>
          <ArrowUpDown size={18} aria-hidden="true" />
          Keep the other account instead
        </button>
      </div>
    </>
  );
}
