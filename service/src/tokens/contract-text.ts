import { isAddress as isSolanaAddress } from "@solana/kit";
import { StrKey } from "@stellar/stellar-base";
import { getAddress, isAddress } from "viem/utils";
import { type ChainFamily, type ChainName, familyOf } from "../chains/chain-name.ts";

/**
 * The contract in the format of the chain adapter; undefined if it is not valid. Queries no node: whether the token
 * exists shows when its supply is read. The adapter must accept everything that is accepted here.
 */
export function readContract(chain: ChainName, text: string): string | undefined {
  return readers[familyOf(chain)](text);
}

const readers: Readonly<Record<ChainFamily, (text: string) => string | undefined>> = {
  evm: readEvmContract,
  // Base58 of 32 bytes. A mint need not be on the curve.
  solana: (text) => (isSolanaAddress(text) ? text : undefined),
  stellar: (text) => (isStellarAsset(text) ? text : undefined),
};

/** Not a contract. Written out, because loading all of `viem` is slow. */
const zeroAddress = "0x0000000000000000000000000000000000000000";

/** EIP-55: mixed case is a checksum. */
function readEvmContract(text: string): string | undefined {
  if (!isAddress(text, { strict: !isOneCase(text) })) return undefined;
  const contract = getAddress(text);
  return contract === zeroAddress ? undefined : contract;
}

function isOneCase(text: string): boolean {
  const digits = text.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
}

const assetCode = /^[0-9A-Za-z]{1,12}$/;

/** A classic asset (SEP-11): its case-sensitive code and its issuer as StrKey. */
function isStellarAsset(text: string): boolean {
  const [code = "", issuer = "", ...rest] = text.split(":");
  return rest.length === 0 && assetCode.test(code) && StrKey.isValidEd25519PublicKey(issuer);
}
