import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import { backend } from "../../../../backend/connection/client.ts";
import { mergeSentences } from "../../../../backend/sentences/member-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import type { MergePlan } from "../../../../backend/types/member-rows.ts";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { memberName } from "../list/member-name.ts";
import { members } from "../list/member-queries.ts";
import { Conflicts } from "./conflicts.tsx";
import { mergeMembers } from "./merge-mutations.ts";
import { mergePlan, staleAfterMemberMerge } from "./merge-queries.ts";
import { accountName, mergeEffects, signInOf } from "./merge-words.ts";
import "./merging.css";

// not a text: the accounts of a plan
const sides = ["keep", "remove"] as const;

interface Props {
  player: AdminPlayerRow;
  onClose: () => void;
}

/** Merges a member's account with another one of the same person: choose it, see what moves, confirm. */
export function MergeMembersDialog({ player, onClose }: Props) {
  const [pair, setPair] = useState<{ keepId: string; removeId: string } | null>(null);
  const name = memberName(player);
  return (
    <Dialog open wide onClose={onClose} title={words.mergeWithAnother({ name })}>
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
  const search = useSearch(player.full_name?.split(" ")[0]);
  const list = useQuery(members(search.searched, "name", 0));
  const others = list.data?.filter(({ user_id }) => user_id !== player.user_id);
  return (
    <>
      <p>{words.howToMerge}</p>
      <SearchField
        label={words.findTheOtherAccount}
        search={search}
        list={{ ...list, data: others && { total: others.length } }}
      />
      <QueryView
        query={{ ...list, data: others }}
        failed={words.failedToLoadTheMembers}
        loading={{ count: 4, height: 48, label: words.loadingMembers }}
      >
        {(found) => {
          if (found.length === 0) return <p className="muted">{words.noOtherAccountFound}</p>;
          return (
            <ul className="merge-candidates">
              {found.map((other) => (
                <li key={other.user_id}>
                  <button type="button" onClick={() => onChosen(other.user_id)}>
                    <b>{other.full_name ?? footballWords.player}</b>
                    <span>
                      {[
                        other.phone_number,
                        other.email,
                        words.countOfPredictions({ count: other.predictions }),
                      ]
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
      success: words.accountsMerged,
      failure: words.nothingMerged,
    },
    { stale: staleAfterMemberMerge, onDone, onFailed: () => setIsAsking(false), undoId: (id) => id },
  );
  return (
    <QueryView
      query={plan}
      failed={words.failedToCompareTheAccounts}
      loading={{ count: 4, height: 48, label: words.comparingTheAccounts }}
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
            onPrefer={(ids, isPreferred) => {
              const next = new Set(prefer);
              for (const id of ids) {
                if (isPreferred) next.add(id);
                else next.delete(id);
              }
              setPrefer(next);
            }}
          />
          <FormError message={sentenceOf(mergeSentences, { kind: data.problem_kind }) ?? merge.problem} />
          <div className="actions">
            <button type="button" className="btn secondary" onClick={onBack}>
              {words.chooseAnotherAccount}
            </button>
            <button
              type="button"
              className="btn danger"
              disabled={data.problem !== null}
              onClick={() => setIsAsking(true)}
            >
              {words.mergeAccounts}
            </button>
          </div>
          <ConfirmDialog
            open={isAsking}
            title={words.mergeQuestion({ name: accountName(data.keep) })}
            keep={words.keepBoth}
            confirm={merge.isPending ? words.merging : words.merge}
            pending={merge.isPending}
            onKeep={() => setIsAsking(false)}
            onConfirm={() => merge.mutate({ keepId, removeId, prefer: [...prefer] })}
          >
            <p>
              {words.mergingEffects({
                name: accountName(data.remove),
                signIn: signInOf(data.remove),
              })}
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
        {sides.map((side) => (
          <div key={side}>
            <dt>{side === "keep" ? words.accountToKeep : words.accountToClose}</dt>
            <dd>
              <b>{accountName(plan[side])}</b>
              <span>{[plan[side].phone, plan[side].email].filter(Boolean).join(", ")}</span>
              <span>
                {(plan[side].is_admin ? words.figuresOfAnAdmin : words.figuresOfAMember)({
                  predictions: plan[side].predictions,
                  points: plan[side].points,
                })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <button type="button" className="btn secondary small" onClick={onSwap}>
          <ArrowUpDown size={18} aria-hidden="true" />
          <span>{words.keepTheOtherInstead}</span>
        </button>
      </div>
    </>
  );
}
