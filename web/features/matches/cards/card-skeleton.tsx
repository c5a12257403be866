import * as words from "#words/matches";
import { Skeleton } from "../../../ui/loading/skeleton.tsx";
import "./cards.css";

/** Placeholders of the same height as the cards. */
export function CardSkeletons({ count = 6 }: { count?: number }) {
  return (
    <div className="cards" role="status" aria-label={words.loadingMatches}>
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
        <Side />
        <div className="scoreline">
          <Skeleton width={60} height={150} />
          <i />
          <Skeleton width={60} height={150} />
        </div>
        <Side />
      </div>
      <footer>
        <Skeleton height={18} />
      </footer>
    </div>
  );
}

function Side() {
  return (
    <div className="match-team">
      <Skeleton width={56} height={63} />
      <Skeleton width={80} height={38} />
    </div>
  );
}
