import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOf } from "../../test/addresses.ts";
import { parseEvmAddress } from "../chains/evm/address.ts";
import { parseStellarAddress } from "../chains/stellar/stellar-address.ts";
import { whyOwnerless } from "./ownerless-address.ts";

const zeros = (count: number): string => "0".repeat(count);
const evm = (text: string) => {
  const outcome = parseEvmAddress(text);
  if (!outcome.ok) throw new Error(`${text} ${outcome.detail}`);
  return whyOwnerless({ family: "evm", onChainAddress: outcome.address });
};

describe("an EVM address without an owner", () => {
  test.each(["1", "9", "a", "11", "100", "64", "1010", "800a", "dEaD"])("0x…%s has a reason", (last) => {
    expect(evm(`0x${zeros(40 - last.length)}${last.toLowerCase()}`)).toMatch(/^is .+, not a wallet; /);
  });

  test.each([
    ["0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", "a placeholder"],
    [`0x${"f".repeat(40)}`, "a placeholder"],
    [`0x4200${zeros(32)}0006`, "a burn address or a contract of the chain itself"],
    [`0x02${zeros(37)}5`, "a burn address or a contract of the chain itself"],
    [`0xdead${zeros(36)}`, "a burn address or a contract of the chain itself"],
    ["0xdEAD000000000000000042069420694206942069", "a burn address"],
    // The checksums prove these numbers.
    ["0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "a token contract"],
    ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "a token contract"],
    ["0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", "a token contract"],
    ["0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "a token contract"],
    ["0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", "a token contract"],
    ["0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", "a token contract"],
    ["0xcebA9300f2b948710d2653dD7B07f33A8B32118C", "a token contract"],
    ["0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238", "a token contract"],
    ["0x036CbD53842c5426634e7929541eC2318f3dCF7e", "a token contract"],
    ["0xdAC17F958D2ee523a2206206994597C13D831ec7", "a token contract"],
    ["0x6B175474E89094C44Da98b954EedeAC495271d0F", "a token contract"],
    ["0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c", "a token contract"],
    ["0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", "a token contract"],
    ["0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599", "a token contract"],
    ["0x00000000219ab540356cBB839Cbe05303d7705Fa", "a contract"],
    ["0x000000000022D473030F116dDEE9F6B43aC78BA3", "a contract"],
    ["0xcA11bde05977b3631167028862bE2a173976CA11", "a contract"],
    ["0x1820a4B7618BdE71Dce8cdc73aAB6C95905faD24", "a contract"],
    ["0x4e59b44847b379578588920cA78FbF26c0B4956C", "a contract"],
  ])("%s is %s", (text, kind) => {
    expect(evm(text)).toBe(`is ${kind}, not a wallet; tokens sent there would be lost. Use a wallet address`);
  });
});

test.each([
  "Vote111111111111111111111111111111111111111",
  "Stake11111111111111111111111111111111111111",
  "ComputeBudget111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "AddressLookupTab1e1111111111111111111111111",
  "SysvarS1otHashes111111111111111111111111111",
  "SysvarS1otHistory11111111111111111111111111",
  "SysvarRewards111111111111111111111111111111",
  "SysvarRecentB1ockHashes11111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  "So11111111111111111111111111111111111111112",
  "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
  "SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf",
])("%s is not a wallet on Solana", (onChainAddress) => {
  expect(whyOwnerless({ family: "solana", onChainAddress })).toMatch(/^is .+, not a wallet; /);
});

test.each([
  ["GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF", "the all-zero key"],
  ["GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN", "the issuer of a token"],
  ["GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5", "the issuer of a token"],
  ["GDHU6WRG4IEQXM5NZ4BMPKOXHW76MZM4Y2IEMFDVXBSDP6SJY4ITNPP2", "the issuer of a token"],
])("%s is %s on Stellar", (onChainAddress, kind) => {
  expect(parseStellarAddress(onChainAddress).ok).toBe(true);
  expect(whyOwnerless({ family: "stellar", onChainAddress })).toContain(`is ${kind}, not a wallet`);
});

test("the address of a key is a wallet, on every family", () => {
  fc.assert(
    fc.property(fc.constantFrom("evm", "solana", "stellar"), fc.string(), (family, seed) => {
      expect(whyOwnerless({ family, onChainAddress: addressOf[family](seed) })).toBeUndefined();
    }),
  );
});
