import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import { PlayerName } from "../../../../football/components/player-name.tsx";
import { accuracyText } from "../../../../football/rules/ranking.ts";
import { shortDate } from "../../../../football/time/kick-off.ts";
import type { Column } from "../../../../ui/data-table.tsx";
import { CompletionBar } from "../predictions/completion-bar.tsx";
import { RoleLabels } from "../roles/helper-roles-dialog.tsx";
import { memberName } from "./member-name.ts";
import type { MemberRow, MemberSort } from "./member-queries.ts";

type MemberColumn = Column<MemberRow, MemberSort>;

const predictions: MemberColumn = {
  title: words.predictions,
  sort: "predictions",
  wide: true,
  end: true,
  cell: (row) => row.predictions,
};
const points: MemberColumn = {
  title: footballWords.points,
  sort: "points",
  end: true,
  cell: (row) => <b className="number">{row.points}</b>,
};
const accuracy: MemberColumn = {
  title: footballWords.accuracy,
  sort: "accuracy",
  wide: true,
  end: true,
  cell: (row) => accuracyText(row.accuracy),
};

/** The member's name and roles. `secondLine`: on a phone, the values of the hidden columns. */
const user = (secondLine: MemberColumn["cell"]): MemberColumn => ({
  title: words.user,
  sort: "name",
  className: "user-cell",
  cell: (row) => (
    <>
      <span className="player-cell">
        <PlayerName player={row.user_id} name={memberName(row)} me={false} />
        {row.is_admin && <small>{words.admin}</small>}
      </span>
      <small className="second-line">{secondLine(row)}</small>
      <RoleLabels roles={row.helper_roles} />
    </>
  ),
});

/** The columns with which each of the list's addresses opens. The menu of each row is the last column of all. */
export const memberColumns = {
  users: [
    { title: footballWords.rank, cell: (row) => row.rank ?? "–" },
    user((row) => words.picksAndAccuracy({ picks: row.predictions, accuracy: accuracyText(row.accuracy) })),
    predictions,
    accuracy,
    points,
  ],
  predictions: [
    user((row) => <CompletionBar row={row} />),
    { title: words.upcomingMatchesPredicted, wide: true, cell: (row) => <CompletionBar row={row} /> },
    predictions,
    points,
  ],
  management: [
    { title: "#", wide: true, cell: (row) => row.place },
    user((row) =>
      [
        words.countOfPicks({ picks: row.predictions }),
        words.countOfPerfect({ count: row.perfect_scores }),
        row.phone_number,
      ]
        .filter(Boolean)
        .join(", "),
    ),
    { title: words.phone, wide: true, cell: (row) => row.phone_number ?? "–" },
    predictions,
    points,
    {
      title: footballWords.perfect,
      sort: "perfect_scores",
      wide: true,
      end: true,
      cell: (row) => row.perfect_scores,
    },
    accuracy,
    { title: words.joined, sort: "joined", wide: true, end: true, cell: (row) => shortDate(row.joined_at) },
  ],
} satisfies Record<string, readonly MemberColumn[]>;
