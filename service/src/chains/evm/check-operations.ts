import type { Hex } from "viem";
import { getAddress, hexToBigInt } from "viem/utils";
import {
  type ChainOperation,
  ChainUnavailableError,
  type CheckOutcome,
  type FailureReason,
} from "../chain.ts";
import { uncarried } from "../chain-memo.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { isContractFault } from "./failure-reason.ts";
import { readHex } from "./node-responses.ts";
import { referenceHash } from "./stablecoin-abi.ts";
import { encodeCall } from "./static-encoding.ts";

/** Operations on the same token and holder share their calls. */
export async function checkOperations(
  nodes: NodePool,
  operations: readonly ChainOperation[],
): Promise<readonly CheckOutcome[]> {
  const probes = operations.map(probesOf);
  const calls = new Map(probes.flat().map(({ to, data }) => [nameOf({ to, data }), { to, data }]));
  const questions = [...calls.values()].map((call) => ({ method: "eth_call", params: [call, "latest"] }));
  const results = await nodes.callMany(questions);
  const resultByName = new Map([...calls.keys()].map((name, at) => [name, results[at]]));
  return operations.map((operation, at) => {
    const outcome = evaluateProbes(probes[at] ?? [], resultByName);
    if (outcome.ok && isToToken(operation)) return toToken;
    const detail = uncarried(operation, undefined);
    return outcome.ok && detail !== undefined ? { ok: false, reason: "rejected", detail } : outcome;
  });
}

const toToken: CheckOutcome = {
  ok: false,
  reason: "rejected",
  detail: "the recipient is the token contract; tokens sent there are lost",
};

function isToToken(operation: ChainOperation): boolean {
  const isPayment = operation.kind === "mint" || operation.kind === "transfer";
  return isPayment && getAddress(operation.to) === getAddress(operation.contract);
}

/** A call to a token, and which results block the operation. */
interface Probe {
  readonly to: string;
  readonly data: Hex;
  readonly reason: FailureReason;
  readonly detail: string;
  readonly isObstacle: (result: bigint) => boolean;
  /** Without this function the token cannot be used. */
  readonly isNeeded?: true;
}

/** Most important first: a reference that is already used takes precedence over any obstacle. */
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
        authorizationProbe(contract, from, reference),
        pauseProbe(contract),
        frozenProbe(contract, from),
        frozenProbe(contract, to),
        balanceProbe(contract, from, units),
      ];
    }
    // Freezing a frozen holder changes nothing; only the token has to exist.
    case "freeze":
    case "unfreeze":
      return [{ ...frozenProbe(operation.contract, operation.holder), isObstacle: () => false }];
  }
}

const isYes = (result: bigint): boolean => result !== 0n;

function referenceProbe(to: string, reference: string): Probe {
  const data = encodeCall("referenceUsed", [referenceHash(reference)]);
  const detail = "the reference has already been used";
  return { to, data, reason: "reference_used", detail, isObstacle: isYes };
}

function authorizationProbe(to: string, from: string, reference: string): Probe {
  const data = encodeCall("authorizationState", [getAddress(from), referenceHash(reference)]);
  const detail = "the reference has already been used";
  return { to, data, reason: "reference_used", detail, isObstacle: isYes, isNeeded: true };
}

function pauseProbe(to: string): Probe {
  const data = encodeCall("paused");
  return { to, data, reason: "paused", detail: "the token is paused", isObstacle: isYes };
}

function frozenProbe(to: string, holder: string): Probe {
  const data = encodeCall("isFrozen", [getAddress(holder)]);
  return { to, data, reason: "frozen", detail: `${holder} is frozen`, isObstacle: isYes };
}

function balanceProbe(to: string, holder: string, units: bigint): Probe {
  const data = encodeCall("balanceOf", [getAddress(holder)]);
  const detail = `${holder} has fewer than ${units} units`;
  const isObstacle = (balance: bigint): boolean => balance < units;
  return { to, data, reason: "insufficient_tokens", detail, isObstacle, isNeeded: true };
}

function nameOf({ to, data }: Pick<Probe, "to" | "data">): string {
  return `${to} ${data}`;
}

function evaluateProbes(probes: readonly Probe[], results: ReadonlyMap<string, unknown>): CheckOutcome {
  for (const probe of probes) {
    const result = readResult(results.get(nameOf(probe)));
    if (result === "no token") {
      return { ok: false, reason: "rejected", detail: `there is no token at ${probe.to}` };
    }
    if (result === "not offered") {
      if (probe.isNeeded !== true) continue;
      const detail = `the token at ${probe.to} does not support authorizations (EIP-3009) or balances`;
      return { ok: false, reason: "rejected", detail };
    }
    if (probe.isObstacle(result)) {
      return { ok: false, reason: probe.reason, detail: probe.detail };
    }
  }
  return { ok: true };
}

/** A third-party token may lack pause or freeze functions: the call reverts or crashes then. */
function readResult(result: unknown): bigint | "not offered" | "no token" {
  if (result instanceof NodeError) {
    if (isContractFault(result)) return "not offered";
    throw new ChainUnavailableError("RPC node rejected the request", { cause: result });
  }
  const data = readHex(result);
  return data === "0x" ? "no token" : hexToBigInt(data);
}
