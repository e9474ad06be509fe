import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumArguments, chromiumPath } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly browserEndpoint: string;
  }
}

/** One browser for all test files of the run, because starting it is slow. It has no background network traffic. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (chromiumPath === undefined) return () => Promise.resolve();
  const server = await chromium.launchServer({ executablePath: chromiumPath, args: [...chromiumArguments] });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
