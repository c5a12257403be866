import { useQuery } from "@tanstack/react-query";
import * as words from "#words/cup";
import type { CupRow } from "../../backend/types/cup-rows.ts";
import { DuelFold } from "../../football/duel/duel-swing.tsx";
import { longDate } from "../../football/time/kick-off.ts";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { cupDraw } from "./cup-queries.ts";

/** How the cup was drawn, so that everybody can repeat it. */
export function CupDraw({ cup }: { cup: CupRow }) {
  return (
    <section aria-labelledby="cup-draw">
      <div className="section-head">
        <h2 id="cup-draw">{words.theDraw}</h2>
        <p>{longDate(cup.drawn_at)}</p>
      </div>
      <p className="cup-method">{words.howItWasDrawn}</p>
      <p className="cup-seed">
        <span>{words.seed}</span> <code>{cup.seed}</code>
      </p>
      <DuelFold title={words.orderOfTheDraw} note={words.countOfMembers({ count: cup.members })}>
        <Order />
      </DuelFold>
    </section>
  );
}

function Order() {
  const draw = useQuery(cupDraw);
  return (
    <QueryView
      query={draw}
      failed={words.failedToLoad}
      loading={{ count: 4, height: 56, label: words.loadingCup }}
    >
      {(rows) => (
        <ol className="cup-order">
          {rows.map(({ nth, user_id: id, full_name: name, lot, place }) => (
            <li key={nth}>
              <b>{name ?? words.aMemberWhoLeft}</b> <small>{words.placeAtTheDraw({ place })}</small>
              {id !== null && <code>{id}</code>}
              <code>{lot}</code>
            </li>
          ))}
        </ol>
      )}
    </QueryView>
  );
}
