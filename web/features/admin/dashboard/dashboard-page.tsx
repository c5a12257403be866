import { useQuery } from "@tanstack/react-query";
import { NavLink, Outlet, useLocation, useNavigate } from "react-router";
import * as words from "#words/admin";
import { matchesToEnter, resultsToEnter } from "../../../backend/queries/results-to-enter.ts";
import { ResultsToEnter } from "../../../football/components/results-to-enter.tsx";
import { AdminScreen } from "../../../session/admin-screen.tsx";
import { mayOpen } from "../../../session/roles.ts";
import { useSession } from "../../../session/session-store.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { SummaryCards } from "../club/overview/summary-cards.tsx";
import { ExportButton } from "../members/users/export-button.tsx";
import "../admin.css";
import { dashboardTabs, systemTabs } from "./dashboard-tabs.ts";

export { DashboardPage as Component };

/**
 * The dashboard. Its tabs are a list beside the panel, and a select above it on a phone. Helpers see only the tabs of their
 * roles.
 */
function DashboardPage() {
  const { pathname } = useLocation();
  const { roles, isAdmin } = useSession();
  const current =
    [...dashboardTabs, ...systemTabs].find(({ path }) => pathname.endsWith(`/${path}`)) ??
    dashboardTabs.find(({ helpers }) => mayOpen(roles, helpers)) ??
    dashboardTabs[0];
  return (
    <AdminScreen {...(current.helpers ? { helpers: current.helpers } : {})}>
      <main className="page wrap" id="main" tabIndex={-1}>
        <div className="page-title">
          <h1>{words.dashboard}</h1>
          {isAdmin && <ExportButton />}
        </div>
        {isAdmin && <ClubFigures isOverview={current === dashboardTabs[0]} />}
        <div className="dashboard">
          <Tabs current={current.path} />
          <Outlet />
        </div>
      </main>
    </AdminScreen>
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
  const tabs = dashboardTabs.filter(({ helpers }) => mayOpen(roles, helpers));
  const ofSystem = systemTabs.filter(({ helpers }) => mayOpen(roles, helpers));
  return (
    <>
      <nav className="dashboard-nav" aria-label={words.dashboard}>
        {tabs.map(({ path, label }) => (
          <NavLink key={path} to={path}>
            {label}
          </NavLink>
        ))}
        {ofSystem.length > 0 && <span className="dashboard-group">{words.system}</span>}
        {ofSystem.map(({ path, label }) => (
          <NavLink key={path} to={path}>
            {label}
          </NavLink>
        ))}
      </nav>
      {tabs.length + ofSystem.length > 1 && (
        <div className="dashboard-select">
          <Field label={words.section}>
            <select value={current} onChange={(event) => void navigate(event.target.value)}>
              {tabs.map(({ path, label }) => (
                <option key={path} value={path}>
                  {label}
                </option>
              ))}
              {ofSystem.length > 0 && (
                <optgroup label={words.system}>
                  {ofSystem.map(({ path, label }) => (
                    <option key={path} value={path}>
                      {label}
                    </option>
                  ))}
                </optgroup>
              )}
            </select>
          </Field>
        </div>
      )}
    </>
  );
}
