import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, Suspense } from "react";
import * as words from "#words/admin";
import { matchesToEnter, resultsToEnter } from "../../../backend/queries/results-to-enter.ts";
import { ResultsToEnter } from "../../../football/components/results-to-enter.tsx";
import { dashboardTabPath } from "../../../paths.ts";
import { NavLink } from "../../../routing/link.tsx";
import { useLocation, useNavigate } from "../../../routing/location.tsx";
import { AdminPage } from "../../../session/admin-page.tsx";
import { mayOpen } from "../../../session/roles.ts";
import { useSession } from "../../../session/session-store.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { lazySection } from "../../../ui/loading/lazy-section.tsx";
import { SummaryCards } from "../club/overview/summary-cards.tsx";
import { ExportButton } from "../members/export/export-button.tsx";
import "../admin.css";
import { dashboardGroups, dashboardTabs, firstTab } from "./dashboard-tabs.ts";

/** Only a new club has it. */
const SetUp = lazySection(async () => (await import("./set-up/set-up.tsx")).SetUp);

/**
 * The dashboard. Its tabs are a list beside the panel, and a select above it on a phone. Helpers see only the tabs of their
 * roles.
 */
export function DashboardPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { roles, isAdmin } = useSession();
  const current = dashboardTabs.find(({ path }) => pathname.endsWith(`/${path}`)) ?? firstTab(roles);
  return (
    <AdminPage helpers={current?.helpers} title={words.dashboard} action={isAdmin && <ExportButton />}>
      {isAdmin && current?.path === "tonight" && (
        <Suspense fallback={null}>
          <SetUp />
        </Suspense>
      )}
      {isAdmin && current?.path !== "tonight" && <ClubFigures isOverview={current?.path === "overview"} />}
      <div className="dashboard">
        <Tabs current={current?.path ?? ""} />
        {children}
      </div>
    </AdminPage>
  );
}

function ClubFigures({ isOverview }: { isOverview: boolean }) {
  const rounds = useQuery(resultsToEnter);
  return (
    <>
      <ResultsToEnter count={matchesToEnter(rounds.data)} />
      <SummaryCards wideOnly={!isOverview} />
    </>
  );
}

function Tabs({ current }: { current: string }) {
  const navigate = useNavigate();
  const { roles } = useSession();
  const groups = dashboardGroups
    .map(({ label, tabs }) => ({ label, tabs: tabs.filter(({ helpers }) => mayOpen(roles, helpers)) }))
    .filter(({ tabs }) => tabs.length > 0);
  return (
    <>
      <nav className="dashboard-nav" aria-label={words.dashboard}>
        {groups.map(({ label, tabs }, at) => (
          <Fragment key={label}>
            {at > 0 && <span className="dashboard-group">{label}</span>}
            {tabs.map(({ path, label: name }) => (
              <NavLink key={path} to={dashboardTabPath(path)}>
                {name}
              </NavLink>
            ))}
          </Fragment>
        ))}
      </nav>
      {groups.flatMap(({ tabs }) => tabs).length > 1 && (
        <div className="dashboard-select">
          <Field label={words.section}>
            <select value={current} onChange={(event) => navigate(dashboardTabPath(event.target.value))}>
              {groups.map(({ label, tabs }) => (
                <optgroup key={label} label={label}>
                  {tabs.map(({ path, label: name }) => (
                    <option key={path} value={path}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </Field>
        </div>
      )}
    </>
  );
}
