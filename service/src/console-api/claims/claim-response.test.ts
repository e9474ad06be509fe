import { expect, test } from "vitest";
import type { Claim } from "../../claims/index.ts";
import type { Network } from "../../kernel/id.ts";
import { addMs, instantFromMs } from "../../kernel/instant.ts";
import { ageingOf } from "./claim-response.ts";

const now = instantFromMs(1_790_000_000_000);

function claim(network: Network, remainingCents: bigint, days: number): Claim {
  return { network, remainingCents, openedAt: addMs(now, -days * 24 * 3_600_000) } as Claim;
}

test("the ageing is for each network that has claims, and their dollars are not added up", () => {
  const claims = [claim("mainnet", 1_00n, 2), claim("testnet", 10_00n, 3), claim("mainnet", 5_00n, 40)];
  expect(ageingOf(claims, now).filter(({ count }) => count > 0)).toEqual([
    { network: "testnet", age: "0-7", count: 1, remaining: "10.00" },
    { network: "mainnet", age: "0-7", count: 1, remaining: "1.00" },
    { network: "mainnet", age: "31-60", count: 1, remaining: "5.00" },
  ]);
  expect(ageingOf(claims.slice(0, 1), now).map(({ network }) => network)).toEqual(
    Array.from({ length: 4 }, () => "mainnet"),
  );
  expect(ageingOf([], now)).toEqual([]);
});
