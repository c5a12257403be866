/** The least that a page with the same libraries does: it renders a list, changes the route and counts. */
import { PostgrestClient } from "@supabase/postgrest-js";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { startTransition, useState } from "react";
import { createRoot } from "react-dom/client";
import { Link } from "../../../web/routing/link.tsx";
import { LocationProvider, useLocation } from "../../../web/routing/location.tsx";
import { PageHistory } from "../../../web/routing/page-history.ts";

const rows = Array.from({ length: 20 }, (_, at) => ({ id: at, name: `Row ${at}` }));
const rest = new PostgrestClient(`${window.location.origin}/rest/v1`, {
  fetch: () => Promise.resolve(Response.json(rows)),
});

function List({ title, other }: { title: string; other: string }) {
  const list = useQuery({
    queryKey: [title],
    queryFn: async () => (await rest.from("rows").select("*")).data as typeof rows,
  });
  return (
    <main id="main">
      <h1>{title}</h1>
      <Link to={other}>Other page</Link>
      {list.data?.map(({ id, name }) => (
        <Row key={id} name={name} />
      ))}
    </main>
  );
}

function Row({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return (
    <p>
      {name}
      <button type="button" aria-label={`${name}: one more`} onClick={() => setCount(count + 1)}>
        +
      </button>
      <input aria-label={`${name} score`} value={count} readOnly />
    </p>
  );
}

function Pages() {
  const isHome = useLocation().pathname === "/";
  return isHome ? <List title="Home" other="/matches" /> : <List title="Matches" other="/" />;
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
startTransition(() =>
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <LocationProvider history={new PageHistory()}>
        <Pages />
      </LocationProvider>
    </QueryClientProvider>,
  ),
);
