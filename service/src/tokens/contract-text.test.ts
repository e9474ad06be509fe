import { expect, test } from "vitest";
import { type ChainFamily, type ChainName, familyOf } from "../chains/chain-name.ts";
import { parseEvmAddress } from "../chains/evm/address.ts";
import { toAddress } from "../chains/solana/address.ts";
import { assetOf } from "../chains/stellar/stellar-asset.ts";
import { readContract } from "./contract-text.ts";

const base = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const issuer = "GDGTVWSM4MGS4T7Z6W4RPWOCHE2I6RDFCIFZGS3DOA63LWQTRNZNTTFF";

const adapters: Readonly<Record<ChainFamily, (contract: string) => unknown>> = {
  evm: (contract) => expect(parseEvmAddress(contract)).toEqual({ ok: true, address: contract }),
  solana: toAddress,
  stellar: assetOf,
};

test.each<readonly [ChainName, string, string]>([
  ["base", base.toLowerCase(), base],
  ["ethereum", base, base],
  ["solana", mint, mint],
  ["stellar", `yUSDC:${issuer}`, `yUSDC:${issuer}`],
  ["stellar", `A:${issuer}`, `A:${issuer}`],
])("the adapter of %s accepts a contract that the catalog accepts: %s", (chain, text, contract) => {
  expect(readContract(chain, text)).toBe(contract);
  expect(() => adapters[familyOf(chain)](contract)).not.toThrow();
});

test.each<readonly [ChainName, string, string]>([
  ["base", "a wrong checksum", `${base.slice(0, -1)}E`],
  ["base", "the zero address", `0x${"0".repeat(40)}`],
  ["solana", "40 bytes", "1".repeat(40)],
  ["solana", "31 bytes", mint.slice(2)],
  ["solana", "a character outside base58", `${mint.slice(0, -1)}0`],
  ["stellar", "a wrong checksum", `USDC:${issuer.slice(0, -1)}A`],
  ["stellar", "a code of 13 characters", `ABCDEFGHIJKLM:${issuer}`],
  ["stellar", "no code", `:${issuer}`],
  ["stellar", "extra text after the issuer", `USDC:${issuer}:1`],
  ["stellar", "a line break in the code", `USDC\n:${issuer}`],
  ["stellar", "an issuer without a code", issuer],
])("on %s, %s is not a contract", (chain, _name, text) => {
  expect(readContract(chain, text)).toBeUndefined();
});
