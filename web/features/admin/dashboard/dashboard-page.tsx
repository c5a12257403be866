import { useQuery } from "@tanstack/react-query";
import { NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { matchesToEnter, resultsToEnter } from "../../../backend/queries/results-to-enter.ts";
import { ResultsToEnter } from "../../../football/components/results-to-enter.tsx";
import { AdminScreen } from "../../../session/admin-screen.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { SummaryCards } from "../club/overview/summary-cards.tsx";
import { ExportButton } from "../members/users/export-button.tsx";
import "../admin.css";
import { dashboardTabs, systemTabs } from "./dashboard-tabs.ts";

export { DashboardPage as Component };

/** The admin dashboard. Its tabs are a list beside the panel, and a select above it on a phone. */
function DashboardPage() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const rounds = useQuery(resultsToEnter);
  const current =
    [...dashboardTabs, ...systemTabs].find(({ path }) => pathname.endsWith(`/${path}`))?.path ??
    dashboardTabs[0].path;
  return (
    <AdminScreen>
      <main className="page wrap" id="main" tabIndex={-1}>
        <div className="page-title">
          <h1>Dashboard</h1>
          <ExportButton />
        </div>
        <ResultsToEnter count={matchesToEnter(rounds.data)} />
        <SummaryCards wideOnly={current !== dashboardTabs[0].path} />
        <div className="dashboard">
          <nav className="dashboard-nav" aria-label="Dashboard">
            {dashboardTabs.map(({ path, label }) => (
              <NavLink key={path} to={path}>
                {label}
              </NavLink>
            ))}
            <span className="dashboard-group">System</span>
            {systemTabs.map(({ path, label }) => (
              <NavLink key={path} to={path}>
                {label}
              </NavLink>
            ))}
          </nav>
          <div className="dashboard-select">
            <Field label="Section">
              <select value={current} onChange={(event) => void navigate(event.target.value)}>
                {dashboardTabs.map(({ path, label }) => (
                  <option key={path} value={path}>
                    {label}
                  </option>
                ))}
                <optgroup label="System">
                  {systemTabs.map(({ path, label }) => (
                    <option key={path} value={path}>
                      {label}
                    </option>
                  ))}
                </optgroup>
              </select>
            </Field>
          </div>
          <Outlet />
        </div>
      </main>
    </AdminScreen>
  );
}
