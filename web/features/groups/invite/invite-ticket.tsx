import type { ReactNode } from "react";
import * as words from "#words/groups";
import type { GroupPreviewRow } from "../../../backend/types/rows.ts";
import { Shirt } from "../../../football/components/shirt.tsx";
import { Page } from "../../../session/page.tsx";
import { Rich } from "../../../ui/text/rich.tsx";
import { GroupBadge } from "../group-badge.tsx";
import "./invite-ticket.css";

/** Longer names of groups are set one size smaller. */
const longName = 26;

interface Props {
  preview: GroupPreviewRow;
  joined: boolean;
  /** What can be done with it. */
  children: ReactNode;
}

/** An invitation on grass: who invites, the group and the first three of its leaderboard. */
export function InviteTicket({ preview, joined, children }: Props) {
  const name = preview.name ?? "";
  const inviter = preview.inviter_name ?? "";
  return (
    <Page className="invite-page grass">
      <div className="invite-ticket">
        <p className="invite-by">
          <Shirt player={preview.inviter_id ?? ""} name={inviter} />
          {joined ? (
            <b role="status">{words.youAreIn}</b>
          ) : preview.outcome === "member" ? (
            <b>{words.yourGroup}</b>
          ) : (
            <span>
              <Rich parts={words.invitesYouTo({ name: inviter, b: (text) => <b>{text}</b> })} />
            </span>
          )}
        </p>
        <div className="invite-group">
          <GroupBadge first={preview.first_colour ?? ""} second={preview.second_colour ?? ""} name={name} />
          <h1 className={name.length > longName ? "long" : ""}>{name}</h1>
        </div>
        <Leaders preview={preview} />
        <p className="invite-terms">{termsOf(preview, joined)}</p>
        <div className="invite-actions">{children}</div>
      </div>
    </Page>
  );
}

function Leaders({ preview: { leaders, members } }: { preview: GroupPreviewRow }) {
  if (!leaders?.length) return null;
  return (
    <ol className="invite-leaders" aria-label={words.firstOfMembers({ members: members ?? 0 })}>
      {leaders.map(({ user_id: userId, name, points }) => (
        <li key={userId}>
          <Shirt player={userId} name={name} />
          <span>{name}</span>
          <b>
            <span>{points}</span> <span className="visually-hidden">{words.points({ points })}</span>
          </b>
        </li>
      ))}
    </ol>
  );
}

function termsOf({ members, counts_from_joining: fromJoining }: GroupPreviewRow, joined: boolean): string {
  if (joined) return fromJoining ? words.yourPointsCountFromToday : words.allYourPointsCount;
  return (fromJoining ? words.youStartOnZero : words.theWholeSeasonCounts)({ members: members ?? 0 });
}
