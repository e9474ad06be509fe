import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

const path = "/usr/bin/chromium";

/** Browser tests run where Debian's Chromium is installed; CI installs it. */
export const isChromiumInstalled = existsSync(path);

let running: Browser | undefined;

/** One browser for the tests of a file, for starting it takes longer than many a test. */
async function browser(): Promise<Browser> {
  if (running?.isConnected() !== true) {
    running = await chromium.launch({
      executablePath: path,
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
  }
  return running;
}

/** A window that shares nothing with those of other tests, of a browser that talks to nobody by itself. */
export async function withBrowser<T>(use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 900 } });
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/** For the end of every file that opened a window. */
export async function closeBrowser(): Promise<void> {
  await running?.close();
  running = undefined;
}
