import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
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
        <h1>Admin Access Required</h1>
        <p>
          This page is for the club's organisers. If you are one, ask another organiser for the admin role.
        </p>
        <Link className="btn secondary" to={paths.matches}>
          Back to matches
        </Link>
      </div>
    </main>
  );
}
