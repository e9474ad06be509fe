// Runs before the first paint; see vite.config.ts. The storage key is that of src/theme/colour-scheme.ts.
(() => {
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("florin.colour-scheme") ?? "auto";
  } catch {
    // Storage may be blocked; fall back to the system's color scheme.
  }
  const isDark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
