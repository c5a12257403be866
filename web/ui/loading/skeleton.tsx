/** A grey placeholder of the size of the content. */
export function Skeleton({ width = "100%", height }: { width?: number | string; height: number | string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}

/** `count` placeholders for the rows of a loading list, announced once to screen readers. */
export function SkeletonRows({ count, height, label }: { count: number; height: number; label: string }) {
  return (
    <div className="skeletons" role="status" aria-label={label}>
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <Skeleton key={at} height={height} />
      ))}
    </div>
  );
}
