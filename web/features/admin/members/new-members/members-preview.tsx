import { useState } from "react";
import { plural } from "../../../../ui/text/plural.ts";
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
          Back to the list
        </button>
        <button type="button" className="btn" disabled={taken.length === 0} onClick={() => onAdd(taken)}>
          {taken.length === 0 ? "Add members" : `Add ${plural(taken.length, "member")}`}
        </button>
      </div>
    </>
  );
}

function Line({ member }: { member: CheckedMember }) {
  const contact = [member.phone_number, member.email].filter(Boolean).join(", ");
  return (
    <span className="new-member">
      <b>{member.full_name ?? "No name"}</b>
      <span>{contact || "No phone or email"}</span>
      {member.reason && (
        <small className={member.outcome === "similar" ? "warning" : undefined}>
          {member.line > 0 ? `Line ${member.line}: ` : ""}
          {member.reason}
          {member.member_name ? ` (${member.member_name})` : ""}
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
    `${count("new")} new`,
    count("similar") > 0 && `${count("similar")} perhaps a member already: tick to add`,
    count("member") > 0 && `${count("member")} already a member`,
    count("unusable") > 0 && `${count("unusable")} cannot be used`,
  ];
  return parts.filter(Boolean).join(", ");
}
