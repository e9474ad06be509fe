import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { inject } from "vitest";

/** Guards against a page that hangs; no step is expected to take this long, even on a busy machine. */
const stepTimeoutMs = 120_000;

let connected: Promise<Browser> | undefined;

/** An isolated browser context, without animations. */
export async function withBrowser<T>(use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await openContext();
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

const viewport = { width: 1280, height: 900 };

async function openContext(): Promise<BrowserContext> {
  connected ??= chromium.connect(inject("browserEndpoint"));
  const context = await (await connected).newContext({ viewport, reducedMotion: "reduce" });
  context.setDefaultTimeout(stepTimeoutMs);
  return context;
}

let returned: Page | undefined;

/** A blank page that the previous test returned, or a new one: the console loads twice as fast in a used page. */
export async function takePage(): Promise<Page> {
  const page = returned ?? (await (await openContext()).newPage());
  returned = undefined;
  return page;
}

/** Removes what the test left in the browser. After a failed test, close the page's context instead. */
export async function returnPage(page: Page): Promise<void> {
  for (const event of ["request", "console", "pageerror"]) page.removeAllListeners(event);
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await page.goto("about:blank");
  await page.setViewportSize(viewport);
  await page.context().clearCookies();
  returned = page;
}
