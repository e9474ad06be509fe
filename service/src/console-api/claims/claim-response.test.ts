import { expect, test } from "vitest";
import type { ClaimsOfAge } from "../../claims/index.ts";
import type { Network } from "../../kernel/id.ts";
import { ageingOf, oldestDays } from "./claim-response.ts";

function claimsOf(network: Network, cents: bigint, days: number): ClaimsOfAge {
  return { network, days, count: 1, cents };
}

test("the ageing is for each network that has claims, and their dollars are not added up", () => {
  const ages = [
    claimsOf("mainnet", 1_00n, 2),
    claimsOf("mainnet", 2_00n, 7),
    claimsOf("mainnet", 5_00n, 40),
    claimsOf("mainnet", 7_00n, oldestDays),
    claimsOf("testnet", 10_00n, 3),
  ];
  expect(ageingOf(ages).filter(({ count }) => count > 0)).toEqual([
    { network: "testnet", age: "0-7", count: 1, remaining: "10.00" },
    { network: "mainnet", age: "0-7", count: 2, remaining: "3.00" },
    { network: "mainnet", age: "31-60", count: 1, remaining: "5.00" },
    { network: "mainnet", age: "60+", count: 1, remaining: "7.00" },
  ]);
  expect(ageingOf(ages.slice(0, 1)).map(({ network }) => network)).toEqual(
    Array.from({ length: 4 }, () => "mainnet"),
  );
  expect(ageingOf([])).toEqual([]);
});
