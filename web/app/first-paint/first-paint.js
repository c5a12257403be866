// Runs as the page is read, before anything is painted. The build inlines it behind the templates of first-paint.tsx.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Storage may be closed to the page.
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
  // Organisers have a second row in the bar: its room is kept from the start.
  if (member && stored("scoreline-auth-token-organiser") !== null) {
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
    // On static hosting the settings are a file of their own, and the name comes with it.
  }

  // The application's files, filled in by the build, are asked for once this has been painted; in a tab that nobody looks
  // at nothing is painted, so there they come after a moment.
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    const files = "app files";
    for (const { preload } of files) {
      if (!preload) continue;
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href: preload, crossOrigin: "" });
      document.head.append(link);
    }
    // The libraries run in a task of their own, and the application in the next: between the two the page can answer.
    const libraries = files.find(({ preload }) => preload?.includes("/platform-"))?.preload;
    const { script } = files.find((file) => file.script);
    const run = () => setTimeout(() => import(script));
    if (libraries) import(libraries).then(run, run);
    else run();
  };
  setTimeout(start, 400);
  // Not before it has been seen: what is asked for earlier takes the line from the styles and fonts of the first paint.
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
})();
