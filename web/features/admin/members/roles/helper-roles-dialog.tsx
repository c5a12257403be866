import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-members";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { type HelperRole, helperRoles } from "../../../../session/roles.ts";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { memberName } from "../list/member-name.ts";
import { setHelperRole } from "./role-mutations.ts";
import { rolesOf } from "./role-queries.ts";

const roleWords: Readonly<Record<HelperRole, { label: string; allows: string }>> = {
  results: {
    label: words.results,
    allows: words.allowsResults,
  },
  money: {
    label: words.codesAndPayments,
    allows: words.allowsMoney,
  },
  news: { label: words.news, allows: words.allowsNews },
};

/** The roles of a helper as small labels in the list of members. */
export function RoleLabels({ roles }: { roles: readonly string[] }) {
  const known = helperRoles.filter((role) => roles.includes(role));
  if (known.length === 0) return null;
  return (
    <span className="role-labels">
      {known.map((role) => (
        <small key={role}>{roleWords[role].label}</small>
      ))}
    </span>
  );
}

/** The helper roles of a member as tick boxes. Each is saved when it is ticked. */
export function HelperRolesDialog({ player, onClose }: { player: AdminPlayerRow; onClose: () => void }) {
  const list = useQuery(rolesOf(player.user_id));
  const name = memberName(player);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.rolesOf({ name })}
      description={player.is_admin ? words.adminNeedsNoRole : words.whatAHelperSees}
    >
      <QueryView
        query={list}
        failed={words.failedToLoadTheRoles}
        loading={{ count: 3, height: 64, label: words.loadingRoles }}
      >
        {(roles) => (
          <ul className="role-choices">
            {helperRoles.map((role) => (
              <RoleChoice
                key={role}
                role={role}
                userId={player.user_id}
                name={name}
                hasIt={roles.includes(role)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  );
}

interface ChoiceProps {
  role: HelperRole;
  userId: string;
  name: string;
  hasIt: boolean;
}

function RoleChoice({ role, userId, name, hasIt }: ChoiceProps) {
  const { label, allows } = roleWords[role];
  /** The tick before it is saved and loaded again. */
  const [ticked, setTicked] = useState<{ from: boolean; to: boolean } | null>(null);
  const save = useAdminMutation(
    (next: boolean) => setHelperRole(userId, role, next),
    {
      success: (has) =>
        has ? words.isAHelperNow({ name, role: label }) : words.noLongerAHelper({ name, role: label }),
      failure: words.failedToChangeTheRole,
    },
    { stale: [subject.dashboard], onFailed: () => setTicked(null) },
  );
  return (
    <li>
      <label className="checkbox-field">
        <input
          type="checkbox"
          checked={ticked?.from === hasIt ? ticked.to : hasIt}
          aria-disabled={save.isPending}
          aria-describedby={`role-${role}`}
          onChange={(event) => {
            if (save.isPending) return;
            setTicked({ from: hasIt, to: event.target.checked });
            save.mutate(event.target.checked);
          }}
        />
        <span>{label}</span>
      </label>
      <p className="muted" id={`role-${role}`}>
        {allows}
      </p>
      <FormError message={save.problem} />
    </li>
  );
}
