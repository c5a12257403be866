import * as words from "#words/admin-members";
import * as uiWords from "#words/ui";
import type { MovedInRow } from "../../../../backend/types/member-rows.ts";
import { claimPath } from "../../../../paths.ts";
import { copyText } from "../../../../ui/overlays/copy-text.ts";

type Placeholder = MovedInRow["placeholders"][number];

/** The members who came with a list and have no sign-in yet, each with a link to claim the points. */
export function Placeholders({ members }: { members: readonly Placeholder[] }) {
  const copy = (name: string, code: string) =>
    copyText(`${window.location.origin}${claimPath(code)}`, {
      copied: words.linkCopiedFor({ name }),
      failed: words.failedToCopyLink,
    });
  return (
    <section className="panel" aria-labelledby="placeholders">
      <h3 id="placeholders">{words.membersWithoutSignIn({ count: members.length })}</h3>
      <p>{words.whatTheLinksDo}</p>
      <ul className="placeholder-list">
        {members.map(({ user_id: id, name, code, points }) => (
          <li key={id}>
            <span className="pool-name">
              <b>{name}</b>
              <small>{words.pointsOfMember({ points })}</small>
            </span>
            <button
              type="button"
              className="btn secondary small"
              aria-label={words.copyLinkFor({ name })}
              onClick={() => void copy(name, code)}
            >
              {uiWords.copy}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
