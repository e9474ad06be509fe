import { existsSync } from "node:fs";

/** Debian's Chromium. Its headless shell draws the same with less CPU. */
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Browser tests run where one of them is installed; CI installs it. */
export const chromiumPath = programs.find((path) => existsSync(path));
export const isChromiumInstalled = chromiumPath !== undefined;

/** Added to the titles of tests that need it. */
export const whySkipped = isChromiumInstalled ? "" : ` (skipped: needs ${programs.join(" or ")})`;

/** Without background network traffic. */
export const chromiumArguments: readonly string[] = [
  "--headless",
  // Text has the same size in the headless shell and in the whole browser.
  "--font-render-hinting=none",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
