import type { Hex } from "viem";
import { bytesToHex, encodeDeployData, getAddress, getContractAddress, hexToBytes, isHex } from "viem/utils";
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
import { deployerAbi, referenceHash } from "./stablecoin-abi.ts";
import { createTypedDataHasher, encodeCall, type StaticValue } from "./static-encoding.ts";
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
  /** Administers new tokens of the platform; undefined for its deployer. */
  readonly tokenAdmin: string | undefined;
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
      return encodeDeploy(deps, operation, senderQueue);
    case "mint":
      return encodeMint(operation);
    case "burn":
      return encodeBurn(deps, operation);
    case "transfer":
      return encodeTransfer(deps, operation);
    case "freeze":
    case "unfreeze":
      return { to: operation.contract, data: encodeCall(operation.kind, [getAddress(operation.holder)]) };
  }
}

async function encodeDeploy(
  { signer, tokenAdmin }: EncodeDeps,
  operation: DeployOperation,
  senderQueue: SenderQueue,
): Promise<CallData> {
  const holder = async (role: KeyRole) =>
    getAddress(evmAddressOf(await signer.publicKey({ role, index: 0 })));
  const isOurs = operation.authority === "platform";
  const [admin, minter, freezer] = await Promise.all([
    isOurs && tokenAdmin !== undefined
      ? getAddress(tokenAdmin)
      : holder(isOurs ? "deployer" : "external_issuer"),
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
  return { to: contract, data: encodeCall("mint", [getAddress(to), units, referenceHash(reference)]) };
}

// EIP-3009, and the burn function of Florin's contract: each takes what is signed, in the order of the message.
async function encodeBurn({ signer, domains }: EncodeDeps, operation: BurnOperation): Promise<CallData> {
  const { contract, from, fromKey, units } = operation;
  const reference = referenceHash(operation.reference);
  // Only a minter can use it, so it never has to expire.
  const values = [getAddress(from), units, reference, 0n, never, reference];
  const signature = await sign(signer, fromKey, hashBurn(await domains.of(contract), values));
  return { to: contract, data: encodeCall("burnWithAuthorization", [...values, ...signature]) };
}

async function encodeTransfer(deps: EncodeDeps, operation: TransferOperation): Promise<CallData> {
  const { contract, from, fromKey, to, units } = operation;
  const validBefore = await deps.authorizationEnd();
  const nonce = referenceHash(operation.reference);
  const values = [getAddress(from), getAddress(to), units, 0n, validBefore, nonce];
  const signature = await sign(deps.signer, fromKey, hashTransfer(await deps.domains.of(contract), values));
  return { to: contract, data: encodeCall("transferWithAuthorization", [...values, ...signature]) };
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

// About nine million years from now.
const never = 2n ** 48n - 1n;

const times = "uint256 validAfter,uint256 validBefore,bytes32 nonce";
const hashTransfer = createTypedDataHasher(
  `TransferWithAuthorization(address from,address to,uint256 value,${times})`,
);
const hashBurn = createTypedDataHasher(
  `BurnWithAuthorization(address from,uint256 value,bytes32 reference,${times})`,
);

/** Signature of an authorization, in the order of the contract's parameters: v, r, s. */
async function sign(signer: Signer, key: KeyRef, digest: Hex): Promise<readonly StaticValue[]> {
  const signature = await signer.sign(key, hexToBytes(digest));
  // Contracts expect the recovery bit as 27 or 28.
  const v = 27n + BigInt(signature[64] ?? 0);
  return [v, bytesToHex(signature.subarray(0, 32)), bytesToHex(signature.subarray(32, 64))];
}
