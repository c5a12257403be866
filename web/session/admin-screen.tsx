import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import * as words from "#words/session";
import { paths } from "../paths.ts";
import { type HelperRole, mayOpen } from "./roles.ts";
import { SessionLoading } from "./session-loading.tsx";
import { useSession } from "./session-store.ts";
import "./session.css";

/**
 * Shows its children to admins and to helpers with one of the roles, and during the role check to players who were that
 * before. Other players see an explanation; the server refuses their requests in any case.
 */
export function AdminScreen({ helpers, children }: { helpers?: readonly HelperRole[]; children: ReactNode }) {
  const { roles, roleKnown } = useSession();
  if (mayOpen(roles, helpers)) return children;
  if (!roleKnown) return <SessionLoading />;
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <div className="empty-state admin-required">
        <ShieldAlert size={28} aria-hidden="true" />
        <h1>{words.adminAccessRequired}</h1>
        <p>{words.pageIsForOrganisers}</p>
        <Link className="btn secondary" to={paths.matches}>
          {words.backToMatches}
        </Link>
      </div>
    </main>
  );
}
