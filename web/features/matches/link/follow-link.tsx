import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import * as words from "#words/matches";
import { backend } from "../../../backend/connection/client.ts";
import { codeOf } from "../../../backend/connection/error-kinds.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { managedMatches, onDevice } from "../../../backend/queries/query-meta.ts";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { useLocation } from "../../../routing/location.tsx";
import { FailedQueries } from "../../../ui/loading/failure.tsx";
import { currentMatches, playedMatches } from "../match-queries.ts";
import { PlayedPage } from "../played-section.tsx";
import { linkTarget } from "./link-target.ts";

/** The code of PostgreSQL for a text that is no uuid. */
const notAnId = "22P02";

const matchOf = (id: string) =>
  queryOptions({
    queryKey: [subject.matches, "linked", id],
    meta: { ...managedMatches, ...onDevice },
    queryFn: async () => {
      try {
        const rows = await dataOf(backend().rest.from("matches").select("*").eq("id", id));
        return rows[0] ?? null;
      } catch (error) {
        if (codeOf(error) === notAnId) return null;
        throw error;
      }
    },
  });

/** The history entries whose link was followed during this visit. Back to one of them restores where the reader was. */
const followed = new Set<string>();

interface Props {
  /** The parameter of the address. */
  wanted: string;
  /** The open matches that the player may predict, by their locks. */
  mine: readonly MatchRow[];
  predictions: ReadonlyMap<string, PredictionRow>;
  userId: string;
  now: number;
  /** The lists show the card of this match, however far down it is. */
  onFound: (id: string) => void;
}

/**
 * Follows a link to a match: its first field receives the focus, or the match itself if it has none. A match that no list
 * on the page has is shown here, or a message that it does not exist.
 */
export function FollowLink({ wanted, mine, predictions, userId, now, onFound }: Props) {
  const { key } = useLocation();
  const [id] = useState(() => linkTarget(wanted, mine, predictions));
  const current = useQuery(currentMatches);
  const isCurrent = id === null || (current.data ?? []).some((match) => match.id === id);
  const played = useInfiniteQuery({ ...playedMatches(null), enabled: !isCurrent });
  const isListed = isCurrent || played.data?.pages[0]?.some((match) => match.id === id);
  const other = useQuery({
    ...matchOf(id ?? ""),
    enabled: !isListed && !current.isFetching && !played.isPending,
  });
  useEffect(() => {
    if (id === null || followed.has(key)) return;
    onFound(id);
    let stopKeeping = () => {};
    const stopWaiting = whenShown(`[data-match="${CSS.escape(id)}"]`, (place) => {
      followed.add(key);
      stopKeeping = leadTo(place);
    });
    return () => {
      stopWaiting();
      stopKeeping();
    };
  }, [id, key, onFound]);
  if (isListed) return null;
  return (
    <>
      {other.data === null && (
        <p className="notice linked-match" role="status" tabIndex={-1} data-match={id}>
          <CircleAlert size={20} aria-hidden="true" />
          <span>{words.matchDoesNotExist}</span>
        </p>
      )}
      {other.data && (
        <section className="linked-match" aria-labelledby="linked-match">
          <div className="section-head">
            <h2 id="linked-match">{words.theMatchYouOpened}</h2>
          </div>
          <div className="cards">
            <PlayedPage matches={[other.data]} now={now} userId={userId} />
          </div>
        </section>
      )}
      <FailedQueries title={words.failedToLoadTheMatch} queries={[other]} />
    </>
  );
}

/** Calls `found` with the first element of the page that matches, now or when it is drawn. Returns what stops waiting. */
function whenShown(selector: string, found: (element: HTMLElement) => void): () => void {
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) return;
    observer.disconnect();
    found(element);
  };
  const observer = new window.MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

/** What moves the page by the reader's will. */
const moves = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Focuses a match and keeps it in view until the reader moves the page. Returns what ends that. Does nothing if a field
 * has the focus already, because the next key would go into another field.
 */
function leadTo(place: HTMLElement): () => void {
  if (document.activeElement?.matches("input, select, textarea")) return () => {};
  const folded = place.closest("details");
  if (folded) folded.open = true;
  (place.querySelector("input") ?? place).focus({ preventScroll: true });
  const show = () => place.scrollIntoView({ block: "center" });
  // What is loaded above would move the match out of view.
  const loading = new ResizeObserver(show);
  loading.observe(document.body);
  const stop = () => {
    loading.disconnect();
    for (const move of moves) window.removeEventListener(move, stop);
  };
  for (const move of moves) window.addEventListener(move, stop, { passive: true });
  show();
  return stop;
}
