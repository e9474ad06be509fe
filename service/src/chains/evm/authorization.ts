import type { Hex, TypedDataDomain } from "viem";
import { bytesToHex, getAddress, hashTypedData, hexToBytes } from "viem/utils";
import type { BurnOperation, TransferOperation } from "../chain.ts";
import type { KeyRef, Signer } from "../signer.ts";
import { referenceHash } from "./stablecoin-abi.ts";

/**
 * Validity of a holder's transfer authorization. Anyone who sees it can submit it, before or after Florin's own
 * transaction, so a failure is final only when the authorization has expired. A chain that produces no blocks while
 * idle has no current block time: there the clock decides.
 */
export interface AuthorizationWindow {
  readonly seconds: number;
  readonly runsOutBy: "blocks" | "clock";
}

/** As the contract expects it: EIP-3009, and the burn function of Florin's contract. */
export interface Authorization {
  readonly nonce: Hex;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly v: number;
  readonly r: Hex;
  readonly s: Hex;
}

/** What every authorization is signed with. */
export interface AuthorizationTerms {
  readonly signer: Signer;
  readonly domain: TypedDataDomain;
}

export async function authorizeTransfer(
  { signer, domain }: AuthorizationTerms,
  operation: TransferOperation,
  validBefore: bigint,
): Promise<Authorization> {
  const times = { validAfter: 0n, validBefore, nonce: referenceHash(operation.reference) };
  const digest = hashTypedData({
    domain,
    types: { TransferWithAuthorization: transferFields },
    primaryType: "TransferWithAuthorization",
    message: {
      from: getAddress(operation.from),
      to: getAddress(operation.to),
      value: operation.units,
      ...times,
    },
  });
  return { ...times, ...(await sign(signer, operation.fromKey, digest)) };
}

/** Only a minter can use it, so it never has to expire. */
export async function authorizeBurn(
  { signer, domain }: AuthorizationTerms,
  operation: BurnOperation,
): Promise<Authorization> {
  const reference = referenceHash(operation.reference);
  const times = { validAfter: 0n, validBefore: never, nonce: reference };
  const digest = hashTypedData({
    domain,
    types: { BurnWithAuthorization: burnFields },
    primaryType: "BurnWithAuthorization",
    message: { from: getAddress(operation.from), value: operation.units, reference, ...times },
  });
  return { ...times, ...(await sign(signer, operation.fromKey, digest)) };
}

// About nine million years from now.
const never = 2n ** 48n - 1n;

const times = [
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

const transferFields = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  ...times,
] as const;

const burnFields = [
  { name: "from", type: "address" },
  { name: "value", type: "uint256" },
  { name: "reference", type: "bytes32" },
  ...times,
] as const;

async function sign(signer: Signer, key: KeyRef, digest: Hex): Promise<Pick<Authorization, "v" | "r" | "s">> {
  const signature = await signer.sign(key, hexToBytes(digest));
  return {
    r: bytesToHex(signature.subarray(0, 32)),
    s: bytesToHex(signature.subarray(32, 64)),
    // Contracts expect the recovery bit as 27 or 28.
    v: 27 + (signature[64] ?? 0),
  };
}
