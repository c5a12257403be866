import { act, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { rendered } from "../testing/rendered.tsx";
import { Link, NavLink } from "./link.tsx";
import { useLocation } from "./location.tsx";
import { CurrentPage, PageBoundary, RouteTable, useParams, useRouteTitle } from "./routes.tsx";

let layouts = 0;
function DashboardLayout({ children }: { children: ReactNode }) {
  layouts += 1;
  return <section>{children}</section>;
}
const page = (text: string) => ({
  Component: () => (
    <p>
      {text}
      {` ${useRouteTitle()} ${JSON.stringify(useParams())}`}
    </p>
  ),
});

let letCodeArrive = () => {};
let code = Promise.resolve();
let attempts = 0;
const isGuarded = true;
const table = new RouteTable(
  [
    { path: "/groups", title: "Groups", load: async () => page("list") },
    { path: "/groups/:id", title: "Group", load: async () => page("one") },
    {
      path: "/secret",
      guard: ({ children }) => (isGuarded ? "members only" : children),
      load: async () => page("secret"),
    },
    {
      path: "/broken",
      load: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error("no code");
        return page("mended");
      },
    },
  ],
  [
    {
      prefixes: ["/later"],
      routes: async () => [
        {
          path: "/later/:tab",
          load: async () => {
            await code;
            return { ...page("tab"), Layout: DashboardLayout };
          },
        },
      ],
    },
  ],
  { path: "*", title: "Nothing", load: async () => page("other") },
);

function Site() {
  const { key } = useLocation();
  return (
    <>
      <PageBoundary at={key} fallback={(error) => <p>{String(error)}</p>}>
        <CurrentPage table={table} />
      </PageBoundary>
      {["/groups", "/broken", "/later/two"].map((to) => (
        <NavLink key={to} to={to}>
          {to}
        </NavLink>
      ))}
      <Link to="?of=1">Relative</Link>
      <Link to="/groups" target="_blank">
        Window
      </Link>
    </>
  );
}

/** Clicks a link. Resolves to true if the page handles the click, and to false if the browser does. */
async function follow(text: string, init: MouseEventInit = {}): Promise<boolean> {
  const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === text);
  let isPages = false;
  const last = (event: Event) => {
    isPages = event.defaultPrevented;
    // jsdom opens no other document.
    event.preventDefault();
  };
  document.addEventListener("click", last, { once: true });
  await act(async () =>
    link?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init })),
  );
  return isPages;
}

it.each([
  ["/groups", "list Groups {}"],
  ["/groups/a%20b", 'one Group {"id":"a b"}'],
  ["/groups/50%", 'one Group {"id":"50%"}'],
  ["/later/one", 'tab undefined {"tab":"one"}'],
  ["/later", "other Nothing {}"],
  ["/latest", "other Nothing {}"],
  ["/secret", "members only"],
])("%s shows %s", async (address, text) => {
  const site = await rendered(<Site />, address);
  await site.until(() => site.text().includes(text));
});

it("keeps the page until the next one is loaded, and marks the link of the current page", async () => {
  const site = await rendered(<Site />, "/groups/7");
  await site.until(() => site.text().includes("one Group"));
  code = new Promise((arrive) => {
    letCodeArrive = arrive;
  });
  const current = () => document.querySelector("a[aria-current=page]")?.textContent;
  expect(current()).toBe("/groups");
  expect(await follow("/later/two")).toBe(true);
  expect(window.location.pathname).toBe("/later/two");
  expect(site.text()).toContain("one Group");
  letCodeArrive();
  await site.until(() => site.text().includes("tab undefined"));
  expect(current()).toBe("/later/two");
  expect(layouts).toBeGreaterThan(0);
});

it("shows an error when a page cannot be loaded, and loads it again when it is opened again", async () => {
  // React reports it there.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const site = await rendered(<Site />, "/broken");
  await site.until(() => site.text().includes("Error: no code"));
  await follow("/groups");
  await site.until(() => site.text().includes("list Groups"));
  await follow("/broken");
  await site.until(() => site.text().includes("mended"));
});

it("lets the browser handle clicks with a modifier key or another button, and links to another window", async () => {
  const site = await rendered(<Site />, "/groups");
  await site.until(() => site.text().includes("list Groups"));
  for (const init of [
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])
    expect(await follow("/later/two", init)).toBe(false);
  expect(await follow("Window")).toBe(false);
  expect(await follow("Relative")).toBe(true);
  expect(window.location.pathname + window.location.search).toBe("/groups?of=1");
});

it("replaces the history entry for a link to the current page", async () => {
  const site = await rendered(<Site />, "/groups");
  await site.until(() => site.text().includes("list Groups"));
  const { length } = window.history;
  await follow("/groups");
  expect(window.history.length).toBe(length);
});
