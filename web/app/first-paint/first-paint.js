// Runs while the browser parses the page, before the first paint. The build inlines it after the templates of first-paint.tsx.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // The page may have no access to storage.
    }
  };
  const member = stored("scoreline-auth-token") !== null;
  const root = document.getElementById("root");
  const paint = (name) => {
    const template = document.querySelector(`template[data-first-paint="${name}"]`);
    if (template) root.append(template.content.cloneNode(true));
  };
  paint("bar");
  paint(`${member ? "member" : "visitor"} ${location.pathname}`);
  for (const element of root.querySelectorAll("[data-remembered]"))
    element.textContent = stored(element.dataset.remembered) ?? element.textContent;
  // Home keeps the place of live matches that the last visit had (features/home/live/remember-live.ts).
  const [width, height] = (member && stored("home-live")?.split(" ")) || [];
  if (Number(width) === innerWidth) {
    document.documentElement.dataset.live = "";
    document.documentElement.style.setProperty("--live-place", `${height}px`);
  }
  // Admins and helpers have a second row in the bar. An empty row reserves its space.
  const organises = ["organiser", "helper"].some((hint) => stored(`scoreline-auth-token-${hint}`) !== null);
  if (member && organises) {
    const row = document.createElement("div");
    row.className = "nav admin-nav";
    row.innerHTML = '<div class="wrap"></div>';
    root.querySelector(".masthead").append(row);
  }
  try {
    root.querySelector("[data-brand]").textContent = JSON.parse(
      document.getElementById("scoreline-config").textContent,
    ).brand;
  } catch {
    // On static hosting the name is in a separate file, which loads later.
  }

  // Loads the application's files (the list is filled in by the build) after the first paint. A background tab paints
  // nothing, so it loads them after a delay.
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    const files = "app files";
    for (const { preload, path = location.pathname } of files) {
      if (!preload || path !== location.pathname) continue;
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href: preload, crossOrigin: "" });
      document.head.append(link);
    }
    // The libraries run in one task and the application in the next, so that the page can handle input in between.
    const libraries = files.find(({ preload }) => preload?.includes("/platform-"))?.preload;
    const { script } = files.find((file) => file.script);
    const run = () => setTimeout(() => import(script));
    if (libraries) import(libraries).then(run, run);
    else run();
  };
  setTimeout(start, 400);
  // Earlier requests would compete with the styles and fonts of the first paint.
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
})();

// Sends the first requests of the last visit to this address before the code has loaded (web/backend/requests/early-reads.ts).
(() => {
  const address = location.pathname + location.search;
  const early = { address, authorization: null, answers: new Map() };
  window.earlyReads = early;
  try {
    const { user, access_token, expires_at } = JSON.parse(localStorage.getItem("scoreline-auth-token"));
    const { userId, pages } = JSON.parse(localStorage.getItem("scoreline-auth-token-reads"));
    if (userId !== user.id || expires_at * 1_000 < performance.timeOrigin) return;
    early.authorization = `Bearer ${access_token}`;
    for (const text of pages[address] ?? []) {
      const { url, headers, ...read } = JSON.parse(text);
      headers.push(["authorization", early.authorization]);
      const signal = AbortSignal.timeout?.(30_000);
      const answer = fetch(url, { ...read, headers, cache: "no-store", redirect: "error", signal });
      early.answers.set(
        text,
        answer.catch(() => null),
      );
    }
  } catch {
    // No session, no access to storage, or a value of another version: the application sends its requests after it has loaded.
  }
})();
