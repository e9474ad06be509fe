import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { simulateBusiness } from "../../test/business/simulate-business.ts";

const seed = Number(process.env["BUSINESS_SEED"] ?? randomInt(2 ** 31));
const transfers = Number(process.env["BUSINESS_TRANSFERS"] ?? 1_000);

test(`months of business come out even, whatever goes wrong (BUSINESS_SEED=${seed} BUSINESS_TRANSFERS=${transfers})`, async () => {
  const report = await simulateBusiness({ seed, transfers });
  console.log(report);
  expect(report.accepted).toBeGreaterThanOrEqual(transfers);
}, 600_000);
