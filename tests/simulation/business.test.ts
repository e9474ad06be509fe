import { expect, test } from "vitest";
import { simulateBusiness } from "../../service/test/business/simulate-business.ts";
import { seedOf, sizeOf } from "../../service/test/scale.ts";

// A seed with which every kind of event is seen in few transfers.
const seed = seedOf("BUSINESS_SEED", 1);
const transfers = sizeOf("BUSINESS_TRANSFERS", { usual: 300, long: 1_200 });
const patienceMs = 600_000;

test(`months of business balance under failures (BUSINESS_SEED=${seed} BUSINESS_TRANSFERS=${transfers})`, {
  timeout: patienceMs,
}, async () => {
  const { accepted, deaths, ends, sights } = await simulateBusiness({ seed, transfers });
  expect(accepted).toBeGreaterThanOrEqual(transfers);
  // The simulation was meaningful: every flow succeeded and failed, and processes died.
  expect(deaths).toBeGreaterThan(0);
  for (const flow of ["onramp", "offramp", "swap", "bridge", "payout"])
    expect(ends, JSON.stringify(ends)).toMatchObject({ [`${flow} complete`]: expect.any(Number) });
  expect(sights["made by an automation"]).toBeGreaterThan(0n);
  expect(sights["a claim was opened"]).toBeGreaterThan(0n);
  expect(sights["a claim was settled"]).toBeGreaterThan(0n);
  expect(sights["tokens refunded"]).toBeGreaterThan(0n);
  expect(sights["sent back to its sender"]).toBeGreaterThan(0n);
});
