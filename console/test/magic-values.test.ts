import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { magicValues } from "../src/pages/developers/sandbox/magic-values.ts";

test("the console has the magic values of the guide, in its order", () => {
  const guide = readFileSync(new URL("../../docs/guides/simulations.md", import.meta.url), "utf8");
  const [, table = ""] = guide.split("## Magic values")[1]?.split("\n\n") ?? [];
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  const inGuide = rows.slice(1).map((row) => row.split("|")[1]?.trim().replaceAll("`", ""));
  expect(magicValues.map(({ value }) => value)).toEqual(inGuide);
});
