import { useEffect } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/home";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../backend/connection/client.ts";
import type { MatchRow, PredictionRow } from "../../backend/types/rows.ts";
import { Countdown } from "../../football/components/countdown.tsx";
import { Crest } from "../../football/components/crest.tsx";
import { callToPredict } from "../../football/time/call-to-predict.ts";
import { roundTitle } from "../../football/time/coming-round.ts";
import { kickOffInSentence, longDate, matchDay } from "../../football/time/kick-off.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useSession } from "../../session/session-store.ts";
import { Rich } from "../../ui/text/rich.tsx";
import { CoverFrame, TiePlaceholder, VisitorCall } from "./cover-frame.tsx";
import { readRememberedHome, rememberCover } from "./remembered-home.ts";

interface Props {
  round: readonly MatchRow[];
  /** Whether the matches are loaded. Until then placeholders are shown. */
  known: boolean;
  /** Whether loading failed. Then no placeholder is shown. */
  failed: boolean;
  now: number;
  predictions: ReadonlyMap<string, PredictionRow> | undefined;
  leagues: ReadonlySet<string> | undefined;
}

export function Cover({ round, known, failed, now, predictions, leagues }: Props) {
  const { user } = useSession();
  const [first] = round;
  const competitions = [...new Set(round.map(({ league }) => league))];
  return (
    <CoverFrame
      label={backend().config.brand}
      folio={
        <>
          <span>{`${matchDay(now).split(" ")[0]} ${longDate(now)}`}</span>
          <span>{competitions.slice(0, 3).join(", ")}</span>
        </>
      }
    >
      {user ? (
        <MemberCall round={round} known={known} predictions={predictions} leagues={leagues} />
      ) : (
        <VisitorCall />
      )}
      {first ? <Tie match={first} now={now} /> : known || failed ? <div /> : <TiePlaceholder />}
    </CoverFrame>
  );
}

function MemberCall({ round, known, predictions, leagues }: Omit<Props, "now" | "failed">) {
  const mine = round.filter(({ league }) => leagues?.has(league) ?? false);
  const predicted = mine.filter(({ id }) => predictions?.has(id)).length;
  const isEmpty = known && round.length === 0;
  const last = readRememberedHome();
  const title =
    roundTitle(round) ?? (isEmpty ? words.noMatches : known ? words.nextUp : (last.title ?? words.nextUp));
  useEffect(() => {
    if (known && leagues) rememberCover(title, mine.length);
  }, [known, leagues, title, mine.length]);
  return (
    <div>
      <h1>{title}</h1>
      <p className="cover-lead">
        {isEmpty ? (
          words.thereIsNoMatch
        ) : (
          <Rich
            parts={words.coverLead({
              comingUp: comingUp(round.length),
              span: (text) => <span className="no-break">{text}</span>,
            })}
          />
        )}
      </p>
      {known && leagues ? (
        <PredictedCount total={mine.length} predicted={predicted} />
      ) : (
        <PredictedCount total={last.mine} predicted={0} hidden />
      )}
      <div className="cover-actions">
        <Link className="btn on-dark" to={predicted < mine.length ? paths.round : paths.matches}>
          {callToPredict(mine.length, predicted)}
        </Link>
      </div>
    </div>
  );
}

/** A dot for each match to predict. `hidden` reserves the space while the numbers are unknown. */
function PredictedCount({
  total,
  predicted,
  hidden,
}: {
  total: number;
  predicted: number;
  hidden?: boolean;
}) {
  if (total === 0) return null;
  const left = total - predicted;
  return (
    <div className={hidden ? "cover-round invisible" : "cover-round"} aria-hidden={hidden}>
      <span className="match-marks" aria-hidden="true">
        {Array.from({ length: Math.min(total, 20) }, (_, at) => (
          <i key={at} className={at < predicted ? "" : "open"} />
        ))}
      </span>
      <p>
        {`${words.predictedOfTotal({ predicted, total })}${left > 0 ? words.leftToGo({ count: left }) : ""}`}
      </p>
    </div>
  );
}

/** How many matches come next. Without a number it has the same height, for the time before they are loaded. */
function comingUp(matches: number): string {
  return matches === 0 ? words.comingUpUnknown : words.comingUp({ count: matches });
}

function Tie({ match, now }: { match: MatchRow; now: number }) {
  return (
    <div className="cover-match">
      <div className="cover-teams">
        <div>
          <Crest team={match.home_team_name} logo={match.home_team_logo} size="cover" />
          <span>{clubName(match.home_team_name)}</span>
        </div>
        <i>{footballWords.versus}</i>
        <div>
          <Crest team={match.away_team_name} logo={match.away_team_logo} size="cover" />
          <span>{clubName(match.away_team_name)}</span>
        </div>
      </div>
      <p className="first-lock">
        {words.firstLock({ time: kickOffInSentence(match.locks_at, now), competition: match.league })}
      </p>
      <Countdown until={match.locks_at} label={words.locksIn} />
    </div>
  );
}
