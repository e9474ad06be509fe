import { describe, test } from "vitest";
import { expectShown, tabsToRun, useService } from "./guides/guide-texts.ts";
import { runProgram } from "./guides/run-guide.ts";

describe("TypeScript tabs print what the guide shows", () => {
  const environment = useService();

  test.each(tabsToRun("TypeScript"))("%s", async (name, steps) => {
    expectShown(name, steps, await runProgram(steps, environment()));
  });
});
