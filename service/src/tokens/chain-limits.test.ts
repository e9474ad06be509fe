import fc from "fast-check";
import { expect, test } from "vitest";
import { standardChains } from "../chains/chain-name.ts";
import { refuseOverCapacity, refuseTooLarge } from "./chain-limits.ts";

const asset = { code: "ACME", scale: 6 };

test.each([
  ["ethereum", 10n ** 21n, "1000000000000000.00"],
  ["base", 10n ** 21n, "1000000000000000.00"],
  ["solana", 18_446_744_073_709_551_615n, "18446744073709.551615"],
  ["stellar", 922_337_203_685_477_580n, "922337203685.47758"],
] as const)(
  "the largest amount on %s is accepted, and one unit more is refused with the maximum",
  (chain, most, text) => {
    expect(refuseTooLarge(chain, { units: most, asset })).toBeUndefined();
    const detail = `exceeds the maximum supply on ${chain}; the largest amount is ${text} ACME`;
    expect(refuseTooLarge(chain, { units: most + 1n, asset })).toMatchObject({
      code: "unprocessable",
      errors: [{ pointer: "/amount", detail }],
    });
  },
);

test("existing and new supply together never exceed the maximum of the chain", () => {
  const some = fc.bigInt({ min: 1n, max: 10n ** 22n });
  fc.assert(
    fc.property(fc.constantFrom(...standardChains), some, some, (chain, present, units) => {
      const isTaken = refuseOverCapacity(chain, { units, asset }, present) === undefined;
      const fits = refuseTooLarge(chain, { units: present + units, asset }) === undefined;
      expect(isTaken).toBe(fits);
    }),
  );
});
