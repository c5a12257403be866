import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as words from "#words/home";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { hueOf } from "../../../football/components/competition-badge.tsx";
import { PredictionChip } from "../../../football/components/scoreboard.tsx";
import { pointsFor } from "../../../football/rules/points.ts";
import { AsItStands } from "./as-it-stands.tsx";
import "./live-need.css";
import { LiveMatch } from "./live-match.tsx";
import { liveStandings } from "./live-queries.ts";
import { rememberPlace } from "./remember-live.ts";
import { pickOf } from "./what-if.ts";
import { WhatItDoes } from "./what-it-does.tsx";

interface Props {
  matches: readonly MatchRow[];
  player: string;
}

/** One live match, what its score and the next goal do to the player, the table as it stands, and the other live matches. */
export function LiveNeed({ matches, player }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const { data: boards, isPending } = useQuery(
    liveStandings(
      player,
      matches.map(({ id }) => id),
    ),
  );
  const own = boards?.flatMap(({ rows }) => rows).find((row) => row.user_id === player);
  // First a match that the player has predicted.
  const match =
    matches.find(({ id }) => id === chosen) ?? matches.find(({ id }) => pickOf(own, id)) ?? matches[0];
  useEffect(() => {
    const section = place.current;
    const next = section?.nextElementSibling;
    if (section && next instanceof HTMLElement) rememberPlace(next.offsetTop - section.offsetTop);
  });
  // The section appears as a whole, so that nothing below it moves twice.
  if (!match || isPending) return null;
  const scores = new Map(matches.map((row) => [row.id, scoreOf(row)]));
  const others = matches.filter((row) => row !== match);
  return (
    <div className="live-need" ref={place}>
      <div>
        <LiveMatch match={match} pick={pickOf(own, match.id)} />
        {boards && boards.length > 0 && (
          <WhatItDoes match={match} boards={boards} scores={scores} player={player} />
        )}
        {others.length > 0 && (
          <section className="also-live" aria-labelledby="also-live">
            <h2 id="also-live">{words.alsoLive}</h2>
            <ul>
              {others.map((other) => (
                <li key={other.id}>
                  <button type="button" onClick={() => setChosen(other.id)} {...hueOf(other.league)}>
                    <span>{words.scoreOfTeams(namedScore(other))}</span>
                    <OwnPick match={other} pick={pickOf(own, other.id)} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {boards && boards.length > 0 && <AsItStands boards={boards} scores={scores} player={player} />}
    </div>
  );
}

function OwnPick({ match, pick }: { match: MatchRow; pick: ReturnType<typeof pickOf> }) {
  if (!pick) return <span className="muted">{words.noPick}</span>;
  const points = pointsFor(pick, scoreOf(match));
  return (
    <span className="own-prediction">
      <PredictionChip {...pick} />
      <b>{points > 0 ? `+${points}` : "0"}</b>
    </span>
  );
}

/** A match that has gone live without a report is at 0–0. */
function scoreOf({ home_score, away_score }: MatchRow) {
  return { home: home_score ?? 0, away: away_score ?? 0 };
}

function namedScore(match: MatchRow) {
  const { home, away } = scoreOf(match);
  return {
    home: clubName(match.home_team_name),
    away: clubName(match.away_team_name),
    score: `${home}–${away}`,
  };
}
