import type { Hex } from "viem";
import { encodeDeployData, encodeFunctionData, getAddress, getContractAddress, isHex } from "viem/utils";
import { assert } from "../../kernel/assert.ts";
import type {
  BurnOperation,
  ChainOperation,
  DeployOperation,
  Lane,
  MintOperation,
  TransferOperation,
} from "../chain.ts";
import type { KeyDuty, Signer } from "../signer.ts";
import { evmAddressOf } from "./address.ts";
import artifact from "./artifact/stablecoin.json" with { type: "json" };
import { consentToBurn, consentToTransfer } from "./consent.ts";
import { deployerAbi, referenceHash, stablecoinAbi } from "./stablecoin-abi.ts";
import type { TokenDomains } from "./token-domains.ts";

/** What a transaction says, and to whom. */
export interface CallData {
  /** Undefined for one that creates a contract. */
  readonly to: string | undefined;
  readonly data: Hex;
  /** Where the token will be, for a deployment. */
  readonly contract?: string;
}

export interface EncodeDeps {
  readonly signer: Signer;
  readonly domains: TokenDomains;
  /** Until when a consent that is given now can be used. */
  readonly consentEnd: () => Promise<bigint>;
}

/**
 * What the platform's minter of a token may mint in its life: a billion billions. Finite, so that it can be seen running
 * out and lowered by the admin, and beyond any supply that a currency has.
 */
const platformMinterAllowance = 10n ** 18n * 10n ** 6n;

export async function encodeOperation(
  deps: EncodeDeps,
  operation: ChainOperation,
  lane: Lane,
): Promise<CallData> {
  switch (operation.kind) {
    case "deploy":
      return encodeDeploy(deps.signer, operation, lane);
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

async function encodeDeploy(signer: Signer, operation: DeployOperation, lane: Lane): Promise<CallData> {
  const holder = async (duty: KeyDuty) =>
    getAddress(evmAddressOf(await signer.publicKey({ duty, index: 0 })));
  const isOurs = operation.authority === "platform";
  const [admin, minter, freezer] = await Promise.all([
    holder(isOurs ? "deployer" : "outsider"),
    holder(isOurs ? "minter" : "outsider"),
    holder(isOurs ? "freezer" : "outsider"),
  ]);
  const args = [operation.name, operation.symbol, admin, minter, platformMinterAllowance, freezer] as const;
  const bytecode = artifact.deployerBytecode;
  assert(isHex(bytecode), "the compiled contract is bytes");
  return {
    to: undefined,
    data: encodeDeployData({ abi: deployerAbi, bytecode, args }),
    contract: tokenAddress(lane),
  };
}

/** The proxy is the second contract that the deployer creates, after the implementation. */
function tokenAddress({ address, sequence }: Lane): string {
  assert(sequence !== undefined, "an EVM transaction has a sequence");
  const deployer = getContractAddress({ from: getAddress(address), nonce: sequence });
  return getContractAddress({ from: deployer, nonce: 2n });
}

function encodeMint({ contract, to, units, reference }: MintOperation): CallData {
  const args = [getAddress(to), units, referenceHash(reference)] as const;
  return { to: contract, data: encodeFunctionData({ abi: stablecoinAbi, functionName: "mint", args }) };
}

async function encodeBurn({ signer, domains }: EncodeDeps, operation: BurnOperation): Promise<CallData> {
  const { contract, from, units, reference } = operation;
  const consent = await consentToBurn({ signer, domain: await domains.of(contract) }, operation);
  const { validAfter, validBefore, nonce, v, r, s } = consent;
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
  const consent = await consentToTransfer(terms, operation, await deps.consentEnd());
  const { validAfter, validBefore, nonce, v, r, s } = consent;
  const data = encodeFunctionData({
    abi: stablecoinAbi,
    functionName: "transferWithAuthorization",
    args: [getAddress(from), getAddress(to), units, validAfter, validBefore, nonce, v, r, s],
  });
  return { to: contract, data };
}
