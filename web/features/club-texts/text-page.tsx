import { useQuery } from "@tanstack/react-query";
import * as words from "#words/club-texts";
import { backend } from "../../backend/connection/client.ts";
import { notices } from "../../backend/queries/notices.ts";
import type { TextKind } from "../../backend/types/notices.ts";
import { longDate } from "../../football/time/kick-off.ts";
import { paths } from "../../paths.ts";
import { useLocation } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { WrittenText } from "../../ui/text/written-text.tsx";
import { clubText } from "./text-queries.ts";
import "./club-texts.css";

export { TextPage as Component };

const titles: Readonly<Record<TextKind, string>> = {
  terms: words.terms,
  privacy: words.privacy,
  prize_rules: words.prizeRules,
};

/** The club's terms, privacy notice or prize rules, by the address. Visible to everyone. */
function TextPage() {
  const { pathname } = useLocation();
  const kind = pathname === paths.terms ? "terms" : pathname === paths.privacy ? "privacy" : "prize_rules";
  const text = useQuery(clubText(kind));
  return (
    <Page
      title={titles[kind]}
      lead={text.data ? words.versionOf(factsOf(text.data)) : backend().config.brand}
    >
      <QueryView
        query={{ ...text, data: text.data === undefined ? undefined : { row: text.data } }}
        failed={words.failedToLoad}
        loading={{ count: 3, height: 120, label: words.loading }}
      >
        {({ row }) =>
          row ? (
            <article className="stack club-text">
              <WrittenText text={row.content} />
              <Contact />
            </article>
          ) : (
            <EmptyState title={words.notPublished} level={2}>
              {words.askAnOrganiser}
            </EmptyState>
          )
        }
      </QueryView>
    </Page>
  );
}

function factsOf({ version, published_at }: { version: number; published_at: string }) {
  return { version, day: longDate(published_at) };
}

/** Whether the entry is free, and how to reach the club. */
function Contact() {
  const { data } = useQuery(notices());
  if (!data?.entry && !data?.email && !data?.phone) return null;
  return (
    <section className="panel" aria-label={words.contact}>
      {data.entry && <p>{data.entry === "free" ? words.entryIsFree : words.entryNeedsACode}</p>}
      {(data.email || data.phone) && (
        <p>
          <span>{words.questions}</span> {data.email && <a href={`mailto:${data.email}`}>{data.email}</a>}{" "}
          {data.phone && <a href={`tel:${data.phone.replaceAll(" ", "")}`}>{data.phone}</a>}
        </p>
      )}
    </section>
  );
}
