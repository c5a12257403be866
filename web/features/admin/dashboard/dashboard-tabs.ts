/** The dashboard's tabs, in order. Each is a route with a chunk of its own (see app/router.tsx). */
export const dashboardTabs = [{ path: "codes", label: "Codes" }] as const;
