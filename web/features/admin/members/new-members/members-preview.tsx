import { useState } from "react";
import * as words from "#words/admin-members";
import type { CheckedMember } from "./new-member-queries.ts";

interface Props {
  members: readonly CheckedMember[];
  onBack: () => void;
  onAdd: (members: readonly CheckedMember[]) => void;
}

/** The lines by what they are. New members are chosen, and those who resemble a member are not. */
export function MembersPreview({ members, onBack, onAdd }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(members.filter(({ outcome }) => outcome === "new").map(({ place }) => place)),
  );
  const toggle = (place: number) => {
    const next = new Set(chosen);
    if (!next.delete(place)) next.add(place);
    setChosen(next);
  };
  const taken = members.filter(({ place }) => chosen.has(place));
  return (
    <>
      <p role="status" tabIndex={-1}>
        {summary(members)}
      </p>
      <ul className="new-member-list">
        {members.map((member) => (
          <li key={member.place}>
            {member.outcome === "new" || member.outcome === "similar" ? (
              <label className="checkbox-field">
                <input
                  type="checkbox"
                  checked={chosen.has(member.place)}
                  onChange={() => toggle(member.place)}
                />
                <Line member={member} />
              </label>
            ) : (
              <Line member={member} />
            )}
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="btn secondary" onClick={onBack}>
          {words.backToTheList}
        </button>
        <button type="button" className="btn" disabled={taken.length === 0} onClick={() => onAdd(taken)}>
          {taken.length === 0 ? words.addMembers : words.addCountOfMembers({ members: taken.length })}
        </button>
      </div>
    </>
  );
}

function Line({ member }: { member: CheckedMember }) {
  const contact = [member.phone_number, member.email].filter(Boolean).join(", ");
  return (
    <span className="new-member">
      <b>{member.full_name ?? words.noName}</b>
      <span>{contact || words.noPhoneOrEmail}</span>
      {member.reason && (
        <small className={member.outcome === "similar" ? "warning" : undefined}>
          {`${member.line > 0 ? words.reasonAtLine({ line: member.line, reason: member.reason }) : member.reason}${member.member_name ? ` (${member.member_name})` : ""}`}
        </small>
      )}
    </span>
  );
}

/** "4 new, 1 perhaps a member already" */
function summary(members: readonly CheckedMember[]): string {
  const count = (outcome: CheckedMember["outcome"]) =>
    members.filter((member) => member.outcome === outcome).length;
  const parts = [
    words.countNew({ count: count("new") }),
    count("similar") > 0 && words.countPerhapsMembers({ count: count("similar") }),
    count("member") > 0 && words.countAlreadyMembers({ count: count("member") }),
    count("unusable") > 0 && words.countUnusable({ count: count("unusable") }),
  ];
  return parts.filter(Boolean).join(", ");
}
