import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { inject } from "vitest";

/** Guards against a page that hangs; no step is expected to take this long, even on a busy machine. */
const stepTimeoutMs = 120_000;

let connected: Promise<Browser> | undefined;

/** An isolated browser context, without animations. The caller closes it. */
export async function openContext(): Promise<BrowserContext> {
  connected ??= chromium.connect(inject("browserEndpoint"));
  const viewport = { width: 1280, height: 900 };
  const context = await (await connected).newContext({ viewport, reducedMotion: "reduce" });
  context.setDefaultTimeout(stepTimeoutMs);
  return context;
}

export async function withBrowser<T>(use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await openContext();
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}
