import { Link } from "react-router";
import { backend } from "../../backend/client.ts";
import type { MatchRow, PredictionRow } from "../../backend/rows.ts";
import { clubName } from "../../football/club-name.ts";
import { Countdown } from "../../football/countdown.tsx";
import { Crest } from "../../football/crest.tsx";
import { kickOff, longDate, matchDay } from "../../football/kick-off.ts";
import { useSession } from "../../session/session-store.ts";
import { callToPick, roundTitle } from "./next-round.ts";

interface Props {
  round: readonly MatchRow[];
  /** Whether the matches are loaded: until then the cover keeps its room. */
  known: boolean;
  now: number;
  picks: ReadonlyMap<string, PredictionRow> | undefined;
  leagues: ReadonlySet<string> | undefined;
}

export function Cover({ round, known, now, picks, leagues }: Props) {
  const { user } = useSession();
  const [first] = round;
  const competitions = [...new Set(round.map(({ league }) => league))];
  return (
    <section className="cover grass" aria-label={backend().config.brand}>
      <svg
        className="pitch-lines"
        viewBox="0 0 1440 560"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
      >
        <path d="M1020-20v600" />
        <circle cx="1020" cy="280" r="190" />
        <circle cx="1020" cy="280" r="5" style={{ fill: "var(--chalk)" }} />
        <path d="M1440 70h-150v420h150M1440 170h-60v220h60M1290 205a100 100 0 0 0 0 150" />
      </svg>
      <div className="wrap">
        <p className="folio">
          <span>
            {matchDay(now).split(" ")[0]} {longDate(now)}
          </span>
          <span>{competitions.slice(0, 3).join(", ")}</span>
        </p>
        <div className="cover-columns">
          {user ? (
            <MemberCall round={round} known={known} picks={picks} leagues={leagues} />
          ) : (
            <VisitorCall />
          )}
          {first ? <Tie match={first} now={now} /> : known ? <div /> : <TieRoom />}
        </div>
      </div>
    </section>
  );
}

function VisitorCall() {
  return (
    <div>
      <h1>Call the score</h1>
      <p className="lead">
        Predict every match before kick‑off. Three points for the exact score, one for the right outcome, and
        a table that settles every argument.
      </p>
      <div className="calls">
        <Link className="btn chalk" to="/auth?mode=register">
          Join the club
        </Link>
        <Link to="/auth">Sign In</Link>
      </div>
    </div>
  );
}

function MemberCall({ round, known, picks, leagues }: Omit<Props, "now">) {
  const mine = round.filter(({ league }) => leagues?.has(league) ?? false);
  const picked = mine.filter(({ id }) => picks?.has(id)).length;
  const left = mine.length - picked;
  return (
    <div>
      <h1>{roundTitle(round) ?? (known && round.length === 0 ? "All quiet" : "Next up")}</h1>
      <p className="lead">
        {known && round.length === 0
          ? "No match is open for picks."
          : `${round.length === 1 ? "One match" : `${round.length} matches`} in the next days. Each one locks at its own kick‑off.`}
      </p>
      {!(known && leagues) && (
        <div className="round invisible">
          <p>0 picked</p>
        </div>
      )}
      {mine.length > 0 && (
        <div className="round">
          <span className="pips" aria-hidden="true">
            {mine.slice(0, 20).map(({ id }, at) => (
              <i key={id} className={at < picked ? "" : "open"} />
            ))}
          </span>
          <p>
            {picked} of {mine.length} picked{left > 0 ? `, ${left} to go` : ""}
          </p>
        </div>
      )}
      <div className="calls">
        <Link className="btn chalk" to="/matches">
          {callToPick(mine.length, picked)}
        </Link>
      </div>
    </div>
  );
}

function Tie({ match, now }: { match: MatchRow; now: number }) {
  return (
    <div className="tie">
      <div className="versus">
        <div>
          <Crest team={match.home_team_name} logo={match.home_team_logo} size="cover" />
          {clubName(match.home_team_name)}
        </div>
        <i>v</i>
        <div>
          <Crest team={match.away_team_name} logo={match.away_team_logo} size="cover" />
          {clubName(match.away_team_name)}
        </div>
      </div>
      <p className="when">
        First lock: {kickOff(match.locks_at, now)}, {match.league}
      </p>
      <Countdown until={match.locks_at} label="Locks in" />
    </div>
  );
}

/** The room of the tie while it loads, so that nothing moves when it comes. */
function TieRoom() {
  return (
    <div className="tie" aria-hidden="true">
      <div className="versus" style={{ visibility: "hidden" }}>
        <div>
          <Crest team="Home" size="cover" />
          Home
        </div>
        <i>v</i>
        <div>
          <Crest team="Away" size="cover" />
          Away
        </div>
      </div>
      <p className="when">&nbsp;</p>
      <div className="countdown">
        {["days", "hours", "min", "sec"].flatMap((word) => [
          <div className="flap" key={word} />,
          <span key={`${word} label`}>{word}</span>,
        ])}
      </div>
    </div>
  );
}
