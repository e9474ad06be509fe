import type { Hex, TypedDataDomain } from "viem";
import {
  bytesToHex,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  hashTypedData,
  hexToBytes,
  isHex,
} from "viem/utils";
import { assert } from "../../kernel/assert.ts";
import type {
  BurnOperation,
  ChainOperation,
  DeployOperation,
  MintOperation,
  SenderQueue,
  TransferOperation,
} from "../chain.ts";
import type { KeyRef, KeyRole, Signer } from "../signer.ts";
import { evmAddressOf } from "./address.ts";
import artifact from "./artifact/stablecoin.json" with { type: "json" };
import { deployerAbi, referenceHash, stablecoinAbi } from "./stablecoin-abi.ts";
import type { TokenDomains } from "./token-domains.ts";

/** Call data and recipient of a transaction. */
export interface CallData {
  /** Undefined for a contract creation. */
  readonly to: string | undefined;
  readonly data: Hex;
  /** Address of the new token, for a deployment. */
  readonly contract?: string;
}

export interface EncodeDeps {
  readonly signer: Signer;
  readonly domains: TokenDomains;
  /** Until when an authorization signed now is valid. */
  readonly authorizationEnd: () => Promise<bigint>;
}

/**
 * Lifetime allowance of the platform's minter of a token: 10^18 tokens. Finite, so that its use is visible and the
 * admin can lower it, and beyond any currency's supply.
 */
const platformMinterAllowance = 10n ** 18n * 10n ** 6n;

export async function encodeOperation(
  deps: EncodeDeps,
  operation: ChainOperation,
  senderQueue: SenderQueue,
): Promise<CallData> {
  switch (operation.kind) {
    case "deploy":
      return encodeDeploy(deps.signer, operation, senderQueue);
    case "mint":
      return encodeMint(operation);
    case "burn":
      return encodeBurn(deps, operation);
    case "transfer":
      return encodeTransfer(deps, operation);
    case "freeze":
    case "unfreeze": {
      const args = [getAddress(operation.holder)] as const;
      const data = encodeFunctionData({ abi: stablecoinAbi, functionName: operation.kind, args });
      return { to: operation.contract, data };
    }
  }
}

async function encodeDeploy(
  signer: Signer,
  operation: DeployOperation,
  senderQueue: SenderQueue,
): Promise<CallData> {
  const holder = async (role: KeyRole) =>
    getAddress(evmAddressOf(await signer.publicKey({ role, index: 0 })));
  const isOurs = operation.authority === "platform";
  const [admin, minter, freezer] = await Promise.all([
    holder(isOurs ? "deployer" : "external_issuer"),
    holder(isOurs ? "minter" : "external_issuer"),
    holder(isOurs ? "freezer" : "external_issuer"),
  ]);
  const args = [operation.name, operation.symbol, admin, minter, platformMinterAllowance, freezer] as const;
  const bytecode = artifact.deployerBytecode;
  assert(isHex(bytecode), "the contract bytecode is hex");
  return {
    to: undefined,
    data: encodeDeployData({ abi: deployerAbi, bytecode, args }),
    contract: tokenAddress(senderQueue),
  };
}

/** The proxy is the second contract that the deployer creates, after the implementation. */
function tokenAddress({ address, sequence }: SenderQueue): string {
  assert(sequence !== undefined, "an EVM transaction has a nonce");
  const deployer = getContractAddress({ from: getAddress(address), nonce: sequence });
  return getContractAddress({ from: deployer, nonce: 2n });
}

function encodeMint({ contract, to, units, reference }: MintOperation): CallData {
  const args = [getAddress(to), units, referenceHash(reference)] as const;
  return { to: contract, data: encodeFunctionData({ abi: stablecoinAbi, functionName: "mint", args }) };
}

async function encodeBurn({ signer, domains }: EncodeDeps, operation: BurnOperation): Promise<CallData> {
  const { contract, from, units, reference } = operation;
  const authorization = await authorizeBurn({ signer, domain: await domains.of(contract) }, operation);
  const { validAfter, validBefore, nonce, v, r, s } = authorization;
  const data = encodeFunctionData({
    abi: stablecoinAbi,
    functionName: "burnWithAuthorization",
    args: [getAddress(from), units, referenceHash(reference), validAfter, validBefore, nonce, v, r, s],
  });
  return { to: contract, data };
}

async function encodeTransfer(deps: EncodeDeps, operation: TransferOperation): Promise<CallData> {
  const { contract, from, to, units } = operation;
  const terms = { signer: deps.signer, domain: await deps.domains.of(contract) };
  const authorization = await authorizeTransfer(terms, operation, await deps.authorizationEnd());
  const { validAfter, validBefore, nonce, v, r, s } = authorization;
  const data = encodeFunctionData({
    abi: stablecoinAbi,
    functionName: "transferWithAuthorization",
    args: [getAddress(from), getAddress(to), units, validAfter, validBefore, nonce, v, r, s],
  });
  return { to: contract, data };
}

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
interface Authorization {
  readonly nonce: Hex;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly v: number;
  readonly r: Hex;
  readonly s: Hex;
}

/** What every authorization is signed with. */
interface AuthorizationTerms {
  readonly signer: Signer;
  readonly domain: TypedDataDomain;
}

async function authorizeTransfer(
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
async function authorizeBurn(
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
