import { getAddress, isAddress } from "viem/utils";
import { type ChainFamily, type ChainName, familyOf } from "../chains/chain-name.ts";

/**
 * The text of a contract as its chain's adapter writes it; undefined when it cannot be one. Asks no node: whether a token
 * is there, the chain tells when it is asked for the supply.
 */
export function readContract(chain: ChainName, text: string): string | undefined {
  return readers[familyOf(chain)](text);
}

// Base58 of 32 bytes. A mint need not be on the curve.
const solanaMint = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
// A classic asset: its code and the account that issues it, as StrKey.
const stellarAsset = /^[0-9A-Za-z]{1,12}:G[A-Z2-7]{55}$/;

const readers: Readonly<Record<ChainFamily, (text: string) => string | undefined>> = {
  // EIP-55: letters of both cases are a checksum.
  evm: (text) => (isAddress(text, { strict: !isOneCase(text) }) ? getAddress(text) : undefined),
  solana: (text) => (solanaMint.test(text) ? text : undefined),
  stellar: (text) => (stellarAsset.test(text) ? text : undefined),
};

function isOneCase(text: string): boolean {
  const digits = text.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
}
