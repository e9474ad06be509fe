import type { ChainWorkOwner, SettledWork, WorkOutcome } from "../../chains/engine/chain-work.ts";
import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { systemCause } from "../../kernel/cause.ts";
import { movementsOwnerName, workIdOf } from "./chain-operations.ts";
import type { MovementEvent } from "./machine.ts";
import type { Movement } from "./movement.ts";
import { stepsOf } from "./movement-step.ts";
import { type SaveStepsDeps, saveSteps } from "./save-steps.ts";
import { lockMovements, type MovementScope } from "./store.ts";

/** Advances movements when their chain operations succeed or fail. */
export function movementsOwner(deps: SaveStepsDeps): ChainWorkOwner {
  return {
    name: movementsOwnerName,
    settle: async (tx, { tenantId, network }, settled) => {
      assert(tenantId !== undefined, "a movement belongs to a tenant");
      await settleMovements(deps, tx, { tenantId, network }, settled);
    },
  };
}

async function settleMovements(
  deps: SaveStepsDeps,
  tx: Transaction,
  scope: MovementScope,
  settled: readonly SettledWork[],
): Promise<void> {
  const outcomes = new Map(settled.map(({ id, outcome }) => [id, outcome]));
  const subjects = settled.map(({ subject }) => subject);
  const movements = await lockMovements(tx, scope, subjects);
  const steps = movements.flatMap((movement) => {
    const outcome = outcomeOf(movement, outcomes);
    return outcome === undefined ? [] : stepsOf(deps, movement, eventFrom(outcome));
  });
  await saveSteps(deps, tx, scope, steps, systemCause(movementsOwnerName));
}

/** The outcome of the operation the movement is waiting for; outcomes of others are stale. */
function outcomeOf(movement: Movement, outcomes: ReadonlyMap<string, WorkOutcome>): WorkOutcome | undefined {
  const { step } = movement.state;
  return step === "done" || step === "refund_failed" ? undefined : outcomes.get(workIdOf(movement, step));
}

function eventFrom(outcome: WorkOutcome): MovementEvent {
  if (outcome.ok) return { type: "succeeded" };
  const { reason, detail } = outcome;
  return { type: "failed", failure: { reason, detail } };
}
