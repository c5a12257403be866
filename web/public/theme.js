// Runs before the first paint, as a file of its own because the page's policy forbids inline scripts.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be closed to the page: then the theme follows the system.
}
