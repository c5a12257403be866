import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { backend } from "../../../backend/connection/client.ts";
import { isTransient } from "../../../backend/connection/error-kinds.ts";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { cacheShownAnswer } from "../../../backend/offline/or-cached-answer.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { onDevice } from "../../../backend/queries/query-meta.ts";
import { savedSettings, settingKeys } from "../../../backend/queries/settings.ts";
import { useAct } from "../../../backend/queries/use-act.ts";
import { ownWrite } from "../../../backend/requests/marks.ts";
import type { MatchRow, SpentDoublesRow } from "../../../backend/types/rows.ts";
import { durableStorage, restored, written } from "../../../browser/durable-storage.ts";
import { type DoublesRule, doublesRuleIn, withMark } from "../../../football/doubles/doubles-rule.ts";
import { toast } from "../../../ui/overlays/toast.ts";
import { currentPredictions } from "../match-queries.ts";
import { KeptDoubles } from "./kept-doubles.ts";

/** The club's rule, and the doubles that the player has spent. */
export interface Doubles {
  rule: DoublesRule;
  spent: readonly SpentDoublesRow[];
}

/** The spent doubles. Another rule counts them in another way. */
const spentDoubles = (userId: string, rule: string) =>
  queryOptions({
    queryKey: [subject.predictions, userId, "doubles", rule],
    meta: {
      ...onDevice,
      // A cancelled match gives its double back.
      isOutdatedBy: ({ before, after }, kind) =>
        kind === "result" && (before?.status === "cancelled" || after?.status !== "completed"),
    },
    queryFn: () => dataOf(backend().rest.rpc("my_doubles")),
  });

/** The player's doubles; null while they load, and in a club without doubles. */
export function useDoubles(userId: string): Doubles | null {
  const queries = useQueryClient();
  const settings = useQuery(savedSettings(userId)).data;
  const text = settings?.get(settingKeys.doubles) ?? "off";
  const isOn = doublesRuleIn(text).kind !== "off";
  const spent = useQuery({ ...spentDoubles(userId, text), enabled: isOn }).data;
  // A changed rule may have taken marks back. The first settings are no change.
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (!settings) return;
    const isChanged = known.current !== null && known.current !== text;
    known.current = text;
    if (isChanged) void queries.invalidateQueries({ queryKey: [subject.predictions, userId] });
  }, [queries, userId, settings, text]);
  return useMemo(() => (isOn && spent ? { rule: doublesRuleIn(text), spent } : null), [isOn, spent, text]);
}

export interface Marking {
  /** What the player wants, also while it is not saved. */
  isDouble: boolean;
  state: "resting" | "saving" | "failed";
  /** Marks the match, or takes its mark back. */
  mark: (isDouble: boolean) => void;
  /** Sends a mark that failed again. */
  retry: () => void;
}

export interface DoubleOf {
  match: MatchRow;
  userId: string;
  doubles: Doubles;
  /** Whether the saved prediction is a double; null without a saved prediction. */
  saved: boolean | null;
  /** Whether the prediction on the card is saved. */
  isPredictionSaved: boolean;
}

/**
 * The mark of one match. It is sent while the prediction itself is saved, so that neither overtakes the other. A mark that
 * failed stays on the device and is sent again when the connection is back.
 */
export function useDoubleMark({ match, userId, doubles, isPredictionSaved, ...of }: DoubleOf): Marking {
  const { rule } = doubles;
  const saved = of.saved ?? false;
  const canSend = of.saved !== null && isPredictionSaved;
  const queries = useQueryClient();
  const [kept] = useState(() => new KeptDoubles(userId, durableStorage));
  const [wanted, setWanted] = useState(() => kept.of(match.id, match.locks_at));
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    void restored().then(() => setWanted((latest) => latest ?? kept.of(match.id, match.locks_at)));
  }, [kept, match.id, match.locks_at]);
  // A mark that was changed during the request is sent next.
  const settle = (sent: boolean) => {
    if (kept.of(match.id, match.locks_at) === sent) kept.forget(match.id);
    setWanted((latest) => (latest === sent ? null : latest));
  };
  const { mutate, isPending } = useAct({
    act: async (isDouble: boolean) => {
      await written();
      const mark = backend().rest.rpc("mark_double", { _match_id: match.id, _is_double: isDouble });
      return dataOf(ownWrite(subject.predictions, mark));
    },
    onSuccess: (_, isDouble) => {
      const { queryKey } = currentPredictions(userId);
      queries.setQueryData(queryKey, (rows) =>
        rows?.map((row) => (row.match_id === match.id ? { ...row, is_double: isDouble } : row)),
      );
      queries.setQueriesData<readonly SpentDoublesRow[]>(
        { queryKey: [subject.predictions, userId, "doubles"] },
        (rows) => rows && withMark(rule, rows, match, isDouble),
      );
      cacheShownAnswer(queries, queryKey);
      settle(isDouble);
    },
    onError: (error, isDouble) => {
      if (isTransient(error)) return setFailed(true);
      settle(isDouble);
      toast.error(messageFor(error));
      void queries.invalidateQueries({ queryKey: [subject.predictions, userId] });
    },
  });
  useEffect(() => {
    if (wanted === null || isPending || !canSend) return;
    if (wanted === saved) {
      kept.forget(match.id);
      setWanted(null);
      setFailed(false);
    } else if (!hasFailed) mutate(wanted);
  }, [wanted, saved, hasFailed, isPending, canSend, mutate, kept, match.id]);
  useEffect(() => {
    const retry = () => setFailed(false);
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, []);
  return {
    isDouble: wanted ?? saved,
    state: wanted === null ? "resting" : hasFailed ? "failed" : "saving",
    mark: (isDouble) => {
      kept.keep(match.id, match.locks_at, isDouble);
      setFailed(false);
      setWanted(isDouble);
    },
    retry: () => setFailed(false),
  };
}
