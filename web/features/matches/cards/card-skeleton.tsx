import { Skeleton } from "../../../ui/loading/skeleton.tsx";

/** Cards of the height of the cards to come. */
export function CardSkeletons({ count = 6 }: { count?: number }) {
  return (
    <div className="cards" role="status" aria-label="Loading matches">
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <CardSkeleton key={at} />
      ))}
    </div>
  );
}

/** The room of a card that is about to be drawn: the page has its height, and nothing jumps. */
export function CardPlaceholder() {
  return <div className="match card-room" aria-hidden="true" />;
}

function CardSkeleton() {
  return (
    <div className="match" style={{ borderTopColor: "var(--line)" }}>
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
    <div className="side">
      <Skeleton width={56} height={63} />
      <Skeleton width={80} height={38} />
    </div>
  );
}
