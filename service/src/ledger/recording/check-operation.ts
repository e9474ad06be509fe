import { assert } from "../../kernel/assert.ts";
import { assertNamed, maxUnits, pathOf } from "../ledger-account.ts";
import type { Operation, Posting } from "../operation.ts";

const maxKeyLength = 255;
const maxPostings = 100;

/** Checks that do not depend on balances. A violation is a bug of the caller, so it is an assertion, not a refusal. */
export function assertWellFormed(operation: Operation): void {
  assertKey(operation.key);
  switch (operation.type) {
    case "post":
      assertBalanced(operation.postings);
      return;
    case "hold":
      assertNamed(operation.account);
      assert(operation.units > 0n && operation.units <= maxUnits, "a hold has a positive amount");
      return;
    case "post_hold":
      assertKey(operation.holdKey);
      assertBalanced(operation.postings);
      return;
    case "void_hold":
      assertKey(operation.holdKey);
  }
}

function assertKey(key: string): void {
  assert(
    key.length > 0 && key.length <= maxKeyLength && key.isWellFormed() && !key.includes("\0"),
    `a posting key has 1 to ${maxKeyLength} characters`,
  );
}

function assertBalanced(postings: readonly Posting[]): void {
  assert(postings.length >= 2 && postings.length <= maxPostings, "a posting set has 2 to 100 postings");
  const sums = new Map<string, bigint>();
  const scales = new Map<string, number>();
  for (const { account, units } of postings) {
    assertNamed(account);
    const { code, scale } = account.asset;
    assert(
      units !== 0n && units <= maxUnits && units >= -maxUnits,
      `a posting to ${pathOf(account)} is not zero`,
    );
    assert((scales.get(code) ?? scale) === scale, `${code} has one scale`);
    scales.set(code, scale);
    sums.set(code, (sums.get(code) ?? 0n) + units);
  }
  for (const [code, sum] of sums) assert(sum === 0n, `a posting set sums to zero in ${code}`);
}
