/** Shown when the configuration cannot be loaded: the host is down, or the answer is not a configuration. */
export function StartFailure() {
  return (
    <main className="page wrap centred">
      <div className="empty-state">
        <h1>Something went wrong</h1>
        <p>The server is not responding. Check your connection, then refresh.</p>
        <button type="button" className="btn" onClick={() => window.location.reload()}>
          Refresh Page
        </button>
      </div>
    </main>
  );
}
