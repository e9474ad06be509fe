// Runs before the first paint; see vite.config.ts. The name of the key is the one of src/theme/colour-scheme.ts.
(() => {
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("florin.colour-scheme") ?? "auto";
  } catch {
    // Storage may be forbidden; the system's own choice is good enough.
  }
  const isDark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
