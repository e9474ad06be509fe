import { expect, test } from "vitest";
import { setTransferTypes } from "../../kit/transfer-type-words.ts";
import { servedTransferTypes } from "../../kit/transfer-types.fixture.ts";
import { type Address, endChoices } from "./movement.ts";
import type { Token } from "./token.ts";

setTransferTypes(servedTransferTypes);

const token = {
  deployments: [
    { transfer_type: "base", status: "active" },
    { transfer_type: "solana", status: "deploying" },
  ],
} as unknown as Token;

const address = (overrides: object): Address =>
  ({
    id: "A",
    name: "Main",
    address: "0x1234567890abcdef",
    status: "active",
    type: "internal",
    transfer_types: ["base", "ethereum"],
    ...overrides,
  }) as unknown as Address;

test("an address is offered once for each chain on which the token can be used", () => {
  const choices = endChoices(token, [address({}), address({ id: "B", transfer_types: ["solana"] })], "any");
  expect(choices).toEqual([
    {
      value: "A base",
      label: "Main 0x1234…abcdef · Base",
      party: { name: "Main", number: "0x1234…abcdef", detail: "Base", status: undefined },
      addressId: "A",
      chain: "base",
    },
  ]);
});

test("only internal addresses are offered as a source, and archived ones never", () => {
  const all = [address({ id: "B", type: "external" }), address({ id: "C", status: "archived" })];
  expect(endChoices(token, all, "internal")).toEqual([]);
  expect(endChoices(token, all, "any").map(({ addressId }) => addressId)).toEqual(["B"]);
});
