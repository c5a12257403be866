import * as words from "#words/matches";
import { Skeleton } from "../../../ui/loading/skeleton.tsx";
import "./cards.css";
import "./phone-cards.css";

/** Placeholders of the same height as the cards, which are open or `played`. */
export function CardSkeletons({ count = 6, played = false }: { count?: number; played?: boolean }) {
  return (
    <div className={played ? "cards played" : "cards"} role="status" aria-label={words.loadingMatches}>
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <CardSkeleton key={at} />
      ))}
    </div>
  );
}

/** An empty card that keeps the height of the page until the card is drawn. */
export function CardPlaceholder() {
  return <div className="match card-placeholder" aria-hidden="true" />;
}

function CardSkeleton() {
  return (
    <div className="match loading-card">
      <header>
        <Skeleton width={120} height={18} />
        <Skeleton width={70} height={18} />
      </header>
      <div className="fixture">
        <Skeleton height={90} />
        <span />
        <Skeleton height={90} />
      </div>
      <footer>
        <Skeleton height={18} />
      </footer>
    </div>
  );
}
