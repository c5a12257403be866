import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as words from "#words/football";
import { playerFigures } from "../../backend/queries/player-queries.ts";
import { isId } from "../../routing/is-id.ts";
import { useSearchParams } from "../../routing/location.tsx";
import { useParams } from "../../routing/routes.tsx";
import { fullNameOf, useSession } from "../../session/session-store.ts";
import type { DuelPlayer } from "./duel.ts";

interface Found {
  id: string;
  /** Undefined while the player loads; null if there is none. */
  player: DuelPlayer | null | undefined;
  query: UseQueryResult<unknown>;
}

/** The players of the address: the one in its path, and `with` or the reader. The reader is the first one. */
export function useDuelPlayers(): readonly [Found, Found] {
  const { id = "" } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const { user } = useSession();
  const readerId = user?.id ?? "";
  const named = parameters.get("with");
  useEffect(() => {
    // So that the address shows the same two players to everyone who opens it.
    if (!readerId || named !== null || readerId === id) return;
    setParameters(
      (known) => {
        known.set("with", readerId);
        return known;
      },
      { replace: true, keepsScroll: true },
    );
  }, [readerId, named, id, setParameters]);
  const withId = named ?? readerId;
  const [firstId, secondId] = id === readerId ? [id, withId] : [withId, id];
  return [usePlayer(firstId), usePlayer(secondId)];
}

function usePlayer(id: string): Found {
  const { user } = useSession();
  const isReader = user?.id === id;
  const isValid = isId(id);
  const query = useQuery({ ...playerFigures(id, "Overall"), enabled: isValid && !isReader });
  if (user && isReader)
    return { id, player: { id, name: fullNameOf(user) || words.you, short: "", isReader }, query };
  if (!isValid || query.data === null) return { id, player: null, query };
  const player = query.data && { id, name: query.data.full_name, short: "", isReader };
  return { id, player, query };
}
