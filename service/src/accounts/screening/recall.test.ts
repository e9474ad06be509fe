import { expect, test } from "vitest";
import { generateNamedList } from "../../../test/named-list.ts";
import { measureQuality } from "../../../test/screening-quality.ts";
import { readConfig } from "../../config.ts";

const { threshold } = readConfig({}).sanctions;

test("misspelled names are found, and common names rarely", async () => {
  const options = { threshold, samples: 250, commonNames: 500, seed: 7, now: () => 0 };
  const { recall, commonHits } = await measureQuality(generateNamedList(3_000, 7), options);
  const rate = (edits: number): number => {
    const rows = recall.filter((row) => row.edits === edits);
    return rows.reduce((sum, { found }) => sum + found, 0) / rows.reduce((sum, row) => sum + row.screened, 0);
  };
  expect(rate(1)).toBeGreaterThanOrEqual(0.99);
  expect(rate(2)).toBeGreaterThanOrEqual(0.95);
  expect(commonHits.length / options.commonNames).toBeLessThanOrEqual(0.04);
});
