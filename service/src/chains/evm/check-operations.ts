import type { Hex } from "viem";
import { encodeFunctionData, getAddress, hexToBigInt } from "viem/utils";
import {
  type ChainOperation,
  ChainUnavailableError,
  type CheckVerdict,
  type FailureReason,
} from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { isContractFault } from "./contract-fault.ts";
import { readHex } from "./node-answers.ts";
import { referenceHash, stablecoinAbi } from "./stablecoin-abi.ts";

/** Operations on the same token and the same holder share their questions. */
export async function checkOperations(
  nodes: NodePool,
  operations: readonly ChainOperation[],
): Promise<readonly CheckVerdict[]> {
  const probes = operations.map(probesOf);
  const calls = new Map(probes.flat().map(({ to, data }) => [nameOf({ to, data }), { to, data }]));
  const questions = [...calls.values()].map((call) => ({ method: "eth_call", params: [call, "latest"] }));
  const answers = await nodes.callMany(questions);
  const answerByName = new Map([...calls.keys()].map((name, at) => [name, answers[at]]));
  return operations.map((operation, at) => {
    const verdict = judge(probes[at] ?? [], answerByName);
    return verdict.ok && isToToken(operation) ? toToken : verdict;
  });
}

const toToken: CheckVerdict = {
  ok: false,
  reason: "rejected",
  detail: "the receiver is the token itself, from where nobody can take it back",
};

function isToToken(operation: ChainOperation): boolean {
  const isPayment = operation.kind === "mint" || operation.kind === "transfer";
  return isPayment && getAddress(operation.to) === getAddress(operation.contract);
}

/** A question to a token, and which of its answers stand in the way. */
interface Probe {
  readonly to: string;
  readonly data: Hex;
  readonly reason: FailureReason;
  readonly detail: string;
  readonly isObstacle: (answer: bigint) => boolean;
  /** Without an answer nothing can be done with this token. */
  readonly isNeeded?: true;
}

/** The weightiest first: a deed that is done already is told before anything that would hinder it. */
function probesOf(operation: ChainOperation): readonly Probe[] {
  switch (operation.kind) {
    case "deploy":
      return [];
    case "mint": {
      const { contract, reference, to } = operation;
      return [referenceProbe(contract, reference), pauseProbe(contract), frozenProbe(contract, to)];
    }
    case "burn": {
      const { contract, reference, from, units } = operation;
      return [
        referenceProbe(contract, reference),
        pauseProbe(contract),
        frozenProbe(contract, from),
        balanceProbe(contract, from, units),
      ];
    }
    case "transfer": {
      const { contract, reference, from, to, units } = operation;
      return [
        consentProbe(contract, from, reference),
        pauseProbe(contract),
        frozenProbe(contract, from),
        frozenProbe(contract, to),
        balanceProbe(contract, from, units),
      ];
    }
    // Freezing what is frozen changes nothing; only the token has to be there.
    case "freeze":
    case "unfreeze":
      return [{ ...frozenProbe(operation.contract, operation.holder), isObstacle: () => false }];
  }
}

const isYes = (answer: bigint): boolean => answer !== 0n;

function referenceProbe(to: string, reference: string): Probe {
  const args = [referenceHash(reference)] as const;
  const data = encodeFunctionData({ abi: stablecoinAbi, functionName: "referenceUsed", args });
  const detail = "the token has seen this reference before";
  return { to, data, reason: "reference_used", detail, isObstacle: isYes };
}

function consentProbe(to: string, from: string, reference: string): Probe {
  const args = [getAddress(from), referenceHash(reference)] as const;
  const data = encodeFunctionData({ abi: stablecoinAbi, functionName: "authorizationState", args });
  const detail = "the token has seen this reference before";
  return { to, data, reason: "reference_used", detail, isObstacle: isYes, isNeeded: true };
}

function pauseProbe(to: string): Probe {
  const data = encodeFunctionData({ abi: stablecoinAbi, functionName: "paused" });
  return { to, data, reason: "paused", detail: "the token is paused", isObstacle: isYes };
}

function frozenProbe(to: string, holder: string): Probe {
  const args = [getAddress(holder)] as const;
  const data = encodeFunctionData({ abi: stablecoinAbi, functionName: "isFrozen", args });
  return { to, data, reason: "frozen", detail: `${holder} is frozen`, isObstacle: isYes };
}

function balanceProbe(to: string, holder: string, units: bigint): Probe {
  const args = [getAddress(holder)] as const;
  const data = encodeFunctionData({ abi: stablecoinAbi, functionName: "balanceOf", args });
  const detail = `${holder} has fewer than ${units} units`;
  const isObstacle = (balance: bigint): boolean => balance < units;
  return { to, data, reason: "insufficient_tokens", detail, isObstacle, isNeeded: true };
}

function nameOf({ to, data }: Pick<Probe, "to" | "data">): string {
  return `${to} ${data}`;
}

function judge(probes: readonly Probe[], answers: ReadonlyMap<string, unknown>): CheckVerdict {
  for (const probe of probes) {
    const answer = readAnswer(answers.get(nameOf(probe)));
    if (answer === "no token") {
      return { ok: false, reason: "rejected", detail: `there is no token at ${probe.to}` };
    }
    if (answer === "not offered") {
      if (probe.isNeeded !== true) continue;
      const detail = `the token at ${probe.to} does not know consents (EIP-3009) or balances`;
      return { ok: false, reason: "rejected", detail };
    }
    if (probe.isObstacle(answer)) {
      return { ok: false, reason: probe.reason, detail: probe.detail };
    }
  }
  return { ok: true };
}

/** A token of somebody else may not know pauses or a freeze list, and says so by refusing the question or breaking down. */
function readAnswer(answer: unknown): bigint | "not offered" | "no token" {
  if (answer instanceof NodeError) {
    if (isContractFault(answer)) return "not offered";
    throw new ChainUnavailableError("a node would not answer", { cause: answer });
  }
  const data = readHex(answer);
  return data === "0x" ? "no token" : hexToBigInt(data);
}
