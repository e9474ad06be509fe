import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

const path = "/usr/bin/chromium";

/** Browser tests run where Debian's Chromium is installed; CI installs it. */
export const isChromiumInstalled = existsSync(path);

let running: Browser | undefined;

/** One browser per test file, because starting it is slow. */
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

/** An isolated browser context, in a browser without background network traffic. */
export async function withBrowser<T>(use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 900 } });
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/** To be called at the end of every file that uses `withBrowser`. */
export async function closeBrowser(): Promise<void> {
  await running?.close();
  running = undefined;
}
