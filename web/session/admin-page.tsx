import { ShieldAlert } from "lucide-react";
import * as words from "#words/session";
import { paths } from "../paths.ts";
import { Link } from "../routing/link.tsx";
import { Page, type PageProps } from "./page.tsx";
import { type HelperRole, mayOpen } from "./roles.ts";
import { SessionLoading } from "./session-loading.tsx";
import { useSession } from "./session-store.ts";
import "./session.css";

/**
 * A page for admins and for helpers with one of the roles, and during the role check for players who were that before.
 * Other players see an explanation; the server refuses their requests in any case.
 */
export function AdminPage({ helpers, ...page }: PageProps & { helpers?: readonly HelperRole[] | undefined }) {
  const { roles, roleKnown } = useSession();
  if (mayOpen(roles, helpers)) return <Page {...page} />;
  if (!roleKnown) return <SessionLoading />;
  return (
    <Page>
      <div className="empty-state admin-required">
        <ShieldAlert size={28} aria-hidden="true" />
        <h1>{words.adminAccessRequired}</h1>
        <p>{words.pageIsForOrganisers}</p>
        <Link className="btn secondary" to={paths.matches}>
          {words.backToMatches}
        </Link>
      </div>
    </Page>
  );
}
