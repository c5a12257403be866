import { ArrowLeft } from "lucide-react";
import * as words from "#words/groups";
import type { GroupDetailsRow } from "../../backend/types/rows.ts";
import { clubDate } from "../../football/time/club-day.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { GroupActions } from "./group-actions.tsx";
import { GroupBadge } from "./group-badge.tsx";

/** Longer names have smaller letters. */
const longName = 30;

/** The group's pennant, name and actions on grass; without a group, its place while the group loads. */
export function GroupHead({ group }: { group: GroupDetailsRow | null }) {
  return (
    <div className="group-head grass">
      <svg
        className="pitch-lines"
        viewBox="0 0 1440 280"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
      >
        <path d="M1190-20v320M1440 30h-70v220h70" />
        <circle cx="1190" cy="140" r="120" />
      </svg>
      <div className="wrap">
        <BackToGroups />
        {group && (
          <div className="group-head-columns">
            <div className="group-identity">
              <GroupBadge first={group.first_colour} second={group.second_colour} name={group.name} />
              <div>
                <h1 className={group.name.length > longName ? "long-name" : ""}>{group.name}</h1>
                <p>
                  {`${
                    group.is_owner
                      ? words.ownedByYou({ members: group.members })
                      : words.ownedBy({ members: group.members, owner: group.owner_name })
                  } ${
                    group.counts_from_joining
                      ? words.pointsCountFromJoining({ date: clubDate(group.joined_on) })
                      : words.pointsCountForTheSeason
                  }`}
                </p>
              </div>
            </div>
            <GroupActions group={group} />
          </div>
        )}
      </div>
    </div>
  );
}

export function BackToGroups() {
  return (
    <p className="back-link">
      <Link to={paths.groups}>
        <ArrowLeft size={18} aria-hidden="true" />
        <span>{words.groups}</span>
      </Link>
    </p>
  );
}
