import type { Hex, TypedDataDomain } from "viem";
import { bytesToHex, getAddress, hashTypedData, hexToBytes } from "viem/utils";
import type { BurnOperation, TransferOperation } from "../chain.ts";
import type { KeyRef, Signer } from "../signer.ts";
import { referenceHash } from "./stablecoin-abi.ts";

/**
 * How long a holder's consent to a transfer can be used. Anybody who sees it may bring it to the chain, in our place or
 * after our own attempt failed; so a failure is final only when the consent has run out. A chain that rests when
 * nothing happens makes no block that tells the time: there the clock decides.
 */
export interface ConsentWindow {
  readonly seconds: number;
  readonly runsOutBy: "blocks" | "clock";
}

/** As the contract wants it: EIP-3009, and the burn that our contract has beside it. */
export interface Consent {
  readonly nonce: Hex;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly v: number;
  readonly r: Hex;
  readonly s: Hex;
}

/** What every consent is signed with. */
export interface ConsentTerms {
  readonly signer: Signer;
  readonly domain: TypedDataDomain;
}

export async function consentToTransfer(
  { signer, domain }: ConsentTerms,
  operation: TransferOperation,
  validBefore: bigint,
): Promise<Consent> {
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

/** Only a minter can use it, so it never has to run out. */
export async function consentToBurn(
  { signer, domain }: ConsentTerms,
  operation: BurnOperation,
): Promise<Consent> {
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

// In some nine million years.
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

async function sign(signer: Signer, key: KeyRef, digest: Hex): Promise<Pick<Consent, "v" | "r" | "s">> {
  const signature = await signer.sign(key, hexToBytes(digest));
  return {
    r: bytesToHex(signature.subarray(0, 32)),
    s: bytesToHex(signature.subarray(32, 64)),
    // Contracts count the recovery bit from 27, as the first Bitcoin wallets did.
    v: 27 + (signature[64] ?? 0),
  };
}
