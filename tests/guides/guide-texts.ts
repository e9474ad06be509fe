import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { isLong } from "../../service/test/scale.ts";
import { type GuideStep, type OtherTab, readTabs } from "./read-guide.ts";
import { type RunningService, startEmbedded } from "./start-service.ts";
import { createWithoutNames } from "./without-names.ts";

const documents = join(import.meta.dirname, "../../docs");
const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(documents, folder)))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => `${folder}/${name}`);

export const [guides, recipes] = [await namesIn("guides"), await namesIn("recipes")];

/** The text of each guide and recipe. */
export const texts = new Map(
  await Promise.all(
    [...guides, ...recipes].map(
      async (name) => [name, await readFile(join(documents, name), "utf8")] as const,
    ),
  ),
);

/** The guides and recipes that have such tabs. */
export function stepsIn(tab: OtherTab): ReadonlyMap<string, readonly GuideStep[]> {
  return new Map(
    [...texts]
      .map(([name, text]) => [name, readTabs(text, tab)] as const)
      .filter(([, { length }]) => length > 0),
  );
}

/** All tabs call the API of the curl tabs, so `npm test` runs them for a few guides, and `npm run test:long` for all. */
const usual = ["guides/quickstart.md", "guides/onramp.md", "guides/webhooks.md", "recipes/payroll.md"];

export function tabsToRun(tab: OtherTab): readonly (readonly [name: string, steps: readonly GuideStep[]])[] {
  return [...stepsIn(tab)].filter(([name]) => isLong || usual.includes(name));
}

/** Starts a service for the tests of a file, and returns the environment of its guides. */
export function useService(): () => Readonly<Record<string, string>> {
  let service: RunningService;
  beforeAll(async () => {
    service = await startEmbedded();
  });
  afterAll(() => service.stop());
  // Profiles of the user who runs the test have no effect.
  return () => ({
    BASE: service.baseUrl,
    DATA_DIR: service.dataFolder,
    XDG_CONFIG_HOME: service.dataFolder,
  });
}

/** Each step printed what the guide shows, apart from names such as ids. */
export function expectShown(name: string, steps: readonly GuideStep[], printed: readonly string[]): void {
  const [shown, seen] = [createWithoutNames(), createWithoutNames()];
  steps.forEach(({ line, output }, place) => {
    const text = printed[place] ?? "";
    const expected = output ?? { language: "text", text: "" };
    expect(seen({ ...expected, text }), `${name}, line ${line}`).toBe(shown(expected));
  });
}
