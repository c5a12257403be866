/** Fills the screen while the session is loading. */
export function SessionLoading() {
  return (
    <div className="session-loading" role="status">
      <span className="brand-mark" aria-hidden="true">
        <b className="digit-tile h-14 w-10 text-4xl">3</b>
        <b className="digit-tile h-14 w-10 text-4xl">1</b>
      </span>
      <p className="text-ink-2">Checking authentication...</p>
    </div>
  );
}
