import { describe, test } from "vitest";
import { expectShown, tabsToRun, useService } from "./guides/guide-texts.ts";
import { runGuide } from "./guides/run-guide.ts";

describe("command line tabs print what the guide shows", () => {
  const environment = useService();

  test.each(tabsToRun("CLI"))("%s", async (name, steps) => {
    expectShown(name, steps, await runGuide(steps, environment()));
  });
});
