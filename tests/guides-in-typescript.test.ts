import { describe, test } from "vitest";
import { expectShown, stepsIn, useService } from "./guides/guide-texts.ts";
import { runProgram } from "./guides/run-guide.ts";

describe("TypeScript tabs print what the guide shows", () => {
  const environment = useService();

  test.each([...stepsIn("TypeScript")])("%s", async (name, steps) => {
    expectShown(name, steps, await runProgram(steps, environment()));
  });
});
