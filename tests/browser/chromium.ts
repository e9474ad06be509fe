import { existsSync } from "node:fs";

export const chromiumPath = "/usr/bin/chromium";

/** Browser tests run where Debian's Chromium is installed; CI installs it. */
export const isChromiumInstalled = existsSync(chromiumPath);
