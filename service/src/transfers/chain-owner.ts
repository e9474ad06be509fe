import type { ChainWorkOwner, SettledWork, WorkOutcome } from "../chains/engine/chain-work.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import type { Instant } from "../kernel/instant.ts";
import { type ChainStep, transfersOwnerName, workIdOf } from "./chain-operations.ts";
import { type SaveStepsDeps, saveSteps } from "./save-steps.ts";
import { lockTransfers } from "./store.ts";
import type { Transfer, TransferFailure } from "./transfer.ts";
import { type StepUpdate, stepOf } from "./transfer-step.ts";

/** Advances transfers when their chain operations succeed or fail. */
export function transfersChainOwner(deps: SaveStepsDeps): ChainWorkOwner {
  return {
    name: transfersOwnerName,
    settle: async (tx, { tenantId, network }, settled) => {
      assert(tenantId !== undefined, "a transfer belongs to a tenant");
      const scope = { tenantId, network };
      const outcomes = new Map(settled.map((each) => [each.id, each]));
      const transfers = await lockTransfers(
        tx,
        scope,
        settled.map(({ subject }) => subject),
      );
      const now = deps.clock.now();
      const steps = transfers.flatMap((transfer) => {
        const outcome = outcomeFor(transfer, outcomes);
        const step = outcome === undefined ? undefined : stepOf(deps, transfer, updateOf(outcome, now));
        return step === undefined ? [] : [step];
      });
      await saveSteps(deps, tx, scope, steps, systemCause(transfersOwnerName));
    },
  };
}

/** The outcome of the operation the transfer is waiting for; outcomes of others are stale. */
function outcomeFor(transfer: Transfer, outcomes: ReadonlyMap<string, SettledWork>): WorkOutcome | undefined {
  const { step } = transfer.state;
  return isChainStep(step) ? outcomes.get(workIdOf(transfer, step))?.outcome : undefined;
}

function isChainStep(step: Transfer["state"]["step"]): step is ChainStep {
  return step === "withdrawing" || step === "sending" || step === "delivering" || step === "refunding";
}

function updateOf(outcome: WorkOutcome, now: Instant): StepUpdate {
  if (outcome.ok) return { event: { type: "chain_done" }, transactionId: outcome.transactionId };
  return { event: { type: "chain_failed", failure: failureOf(outcome, now) } };
}

function failureOf({ reason }: WorkOutcome & { readonly ok: false }, occurredAt: Instant): TransferFailure {
  const type = reason === "insufficient_tokens" ? "insufficient_funds" : "chain_failed";
  return { type, occurredAt, code: reason, reason: undefined };
}
