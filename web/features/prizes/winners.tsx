import * as words from "#words/prizes";
import type { PrizeWinner, SettledPrize, StandingPrize } from "../../backend/types/prize-rows.ts";
import { PlayerName } from "../../football/components/player-name.tsx";
import { placeOfPrize, rupees, subjectOfPrize } from "../../football/prizes/prize-names.ts";
import { methodLabel } from "../../football/rules/payment-methods.ts";
import { longDate } from "../../football/time/kick-off.ts";
import { leaderboardPath, periodPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";

/** Who wins what as it stands, by leaderboard. */
export function Standing({ boards, userId }: { boards: readonly StandingPrize[]; userId: string }) {
  if (boards.length === 0) return null;
  return (
    <section aria-labelledby="standing-prizes">
      <div className="section-head">
        <h2 id="standing-prizes">{words.asItStands}</h2>
      </div>
      <ul className="prize-list">
        {boards.map((board) => (
          <li key={`${board.kind} ${board.competition_id} ${board.period_id}`} className="panel">
            <h3>
              <Link
                to={
                  board.period_id === null
                    ? leaderboardPath(board.competition_id ?? "overall")
                    : periodPath(board.competition_id, board.period_id)
                }
              >
                {subjectOfPrize(board)}
              </Link>
            </h3>
            <Winners winners={board.winners} more={board.more} userId={userId} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What has been won for good, latest first, with the reader's payments. */
export function Settled({ settlements, userId }: { settlements: readonly SettledPrize[]; userId: string }) {
  if (settlements.length === 0) return null;
  return (
    <section aria-labelledby="settled-prizes">
      <div className="section-head">
        <h2 id="settled-prizes">{words.wonForGood}</h2>
      </div>
      <ul className="prize-list">
        {settlements.map((prize) => (
          <li key={`${prize.kind} ${prize.name} ${prize.settled_at}`} className="panel">
            <h3>{subjectOfPrize(prize)}</h3>
            <p className="muted">
              {[prize.season, longDate(prize.settled_at)].filter((part) => part !== null).join(", ")}
            </p>
            {prize.winners.length === 0 && <p>{words.nobodyHasWon}</p>}
            <Winners winners={prize.winners} more={prize.more} userId={userId} />
            {prize.kept_rs > 0 && (
              <p className="muted">{words.staysWithTheClub({ amount: rupees(prize.kept_rs) })}</p>
            )}
            {prize.mine.map(({ amount_rs, paid_by, paid_on }, at) => (
              <p key={at} className={paid_on === null ? "notice" : "notice success"}>
                {paid_on === null
                  ? words.notPaidYet({ amount: rupees(amount_rs) })
                  : words.paidToYou({
                      amount: rupees(amount_rs),
                      date: longDate(`${paid_on}T12:00`),
                      how: methodLabel(paid_by),
                    })}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WinnersProps {
  winners: readonly PrizeWinner[];
  more: number;
  userId: string;
}

/** The own line first. */
function Winners({ winners, more, userId }: WinnersProps) {
  const isOwn = (winner: PrizeWinner) => winner.user_id === userId;
  return (
    <>
      <ol className="prize-winners">
        {[...winners.filter(isOwn), ...winners.filter((winner) => !isOwn(winner))].map((winner, at) => (
          <li key={winner.user_id ?? at} className={isOwn(winner) ? "own-winner" : undefined}>
            <small>{placeOfPrize(winner)}</small>
            {winner.user_id === null ? (
              <span className="player">{words.aFormerMember}</span>
            ) : (
              <PlayerName player={winner.user_id} name={winner.full_name ?? ""} me={isOwn(winner)} />
            )}
            <b className="number">{rupees(winner.amount_rs)}</b>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="muted">{words.andOthers({ count: more })}</p>}
    </>
  );
}
