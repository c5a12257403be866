import { useState } from "react";
import * as words from "#words/admin-members";
import { dashboardTabPath } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { useLocation } from "../../../../routing/location.tsx";
import { DangerZone, PointsTools } from "../../club/points/points-tools.tsx";
import { ResetPasswordPanel } from "../../members/accounts/reset-password-panel.tsx";
import { type MemberAction, MemberDialog, MemberMenu } from "../../members/list/member-actions.tsx";
import { memberColumns } from "../../members/list/member-columns.tsx";
import type { MemberRow } from "../../members/list/member-queries.ts";
import { MembersList } from "../../members/list/members-list.tsx";
import { AddMembersButton } from "../../members/new-members/add-members-button.tsx";
import { MissingPlayers } from "../../members/predictions/missing-players.tsx";
import { RefreshButton } from "../../members/predictions/refresh-button.tsx";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";

export { MembersPanel as Component };

interface Address {
  address: keyof typeof memberColumns;
  title: string;
  columns: string;
}

/** The list's addresses, with the title of each and the name of its columns. */
const addresses: readonly [Address, ...Address[]] = [
  { address: "users", title: words.users, columns: words.ranking },
  { address: "predictions", title: words.predictions, columns: words.completion },
  { address: "management", title: words.management, columns: words.details },
];

/**
 * The one list of members, under three addresses that differ in its columns and in the parts around it. React keeps the
 * list between these addresses, with its search, order and page, because all three render this component.
 */
function MembersPanel() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState<{ action: MemberAction; member: MemberRow } | null>(null);
  const { address, title } = addresses.find((one) => pathname.endsWith(`/${one.address}`)) ?? addresses[0];
  const menu = {
    title: words.actions,
    hidesTitle: true,
    end: true,
    className: "menu-cell",
    cell: (member: MemberRow) => (
      <MemberMenu member={member} onAction={(action) => setOpen({ action, member })} />
    ),
  };
  return (
    <section aria-labelledby={address}>
      <div className="section-head">
        <h2 id={address}>{title}</h2>
        {address === "predictions" && <RefreshButton />}
      </div>
      <nav className="segmented-control member-columns" aria-label={words.columns}>
        {addresses.map(({ address: other, columns }) => (
          <Link
            key={other}
            to={dashboardTabPath(other)}
            aria-current={other === address ? "page" : undefined}
            keepsScroll
          >
            <span>{columns}</span>
          </Link>
        ))}
      </nav>
      {address === "predictions" && <MissingPlayers />}
      {address === "management" && (
        <UndoableActs acts={["clear_all_points", "clear_player_points", "delete-user", "merge_members"]} />
      )}
      <MembersList
        columns={[...memberColumns[address], menu]}
        hasCompletion={address === "predictions"}
        tools={
          <>
            {address === "users" && <AddMembersButton />}
            {address === "management" && <PointsTools />}
          </>
        }
      />
      {address === "management" && (
        <>
          <DangerZone />
          <ResetPasswordPanel />
        </>
      )}
      {open && (
        <MemberDialog
          action={open.action}
          member={open.member}
          onClose={() => setOpen(null)}
          onOpen={(action) => setOpen({ ...open, action })}
        />
      )}
    </section>
  );
}
