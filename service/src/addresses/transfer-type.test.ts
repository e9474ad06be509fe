import { describe, expect, test } from "vitest";
import { standardChains } from "../chains/chain-name.ts";
import { networks } from "../kernel/id.ts";
import { bankRails } from "../rails/rail.ts";
import { readTransferTypes, requireOneFamily } from "./read-transfer-types.ts";
import { readChain, readTransferType } from "./transfer-type.ts";

const pointer = "/transfer_types/0";
const testNames = [
  ["sepolia", "ethereum"],
  ["base_sepolia", "base"],
  ["solana_devnet", "solana"],
  ["stellar_testnet", "stellar"],
] as const;

describe("names of chains and rails", () => {
  test.each(networks)("canonical names are valid on %s, and so is the older spelling of RTP", (network) => {
    for (const name of [...standardChains, ...bankRails]) {
      expect(readTransferType(name, { network, pointer })).toBe(name);
    }
    expect(readTransferType("rtp-credit", { network, pointer })).toBe("rtp_credit");
  });

  test.each(testNames)("%s is an alias of %s on testnet, and refused on mainnet", (name, chain) => {
    for (const read of [readChain, readTransferType]) {
      expect(read(name, { network: "testnet", pointer })).toBe(chain);
      expect(read(name, { network: "mainnet", pointer })).toMatchObject({
        kind: "refusal",
        code: "network_not_supported",
        errors: [{ pointer }],
      });
    }
  });
});

describe("lists of transfer types", () => {
  const place = { network: "testnet", pointer: "/transfer_types" } as const;

  test("two spellings of one chain are a duplicate", () => {
    expect(readTransferTypes(["base", "sepolia", "ethereum"], place)).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/transfer_types/2", detail: "must not appear more than once" }],
    });
    expect(readTransferTypes(["base", "sepolia"], place)).toEqual(["base", "ethereum"]);
  });

  test("chains of one family share an address, in canonical order; other combinations do not", () => {
    expect(requireOneFamily(["base", "ethereum"], "/p")).toEqual({
      family: "evm",
      chains: ["ethereum", "base"],
    });
    expect(requireOneFamily(["solana"], "/p")).toEqual({ family: "solana", chains: ["solana"] });
    expect(requireOneFamily(["base", "stellar"], "/p")).toMatchObject({
      code: "unprocessable",
      errors: [{ pointer: "/p" }],
    });
    expect(requireOneFamily(["base", "wire"], "/p")).toMatchObject({
      code: "unprocessable",
      errors: [{ pointer: "/p/1" }],
    });
  });
});
