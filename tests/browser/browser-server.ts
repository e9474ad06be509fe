import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumPath } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly browserEndpoint: string;
  }
}

const args = [
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

/** One browser for all test files of the run, because starting it is slow. It has no background network traffic. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (chromiumPath === undefined) return () => Promise.resolve();
  const server = await chromium.launchServer({ executablePath: chromiumPath, args });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
