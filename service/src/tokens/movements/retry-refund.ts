import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { MovementId } from "./movement.ts";
import { stepsOf } from "./movement-step.ts";
import { type SaveStepsDeps, saveSteps } from "./save-steps.ts";
import { lockMovements, type MovementScope } from "./store.ts";

export interface RetryTokenRefund extends MovementScope {
  readonly id: MovementId;
  readonly cause: Cause;
}

/** Retries the refund of a transfer whose tokens are on no chain, after an operator has resolved the problem. */
export async function retryTokenRefund(
  deps: SaveStepsDeps,
  tx: Transaction,
  { id, cause, ...scope }: RetryTokenRefund,
): Promise<void> {
  const [movement] = await lockMovements(tx, scope, [id]);
  if (movement === undefined)
    throw new RefusalError(refuse("not_found", "there is no transfer with this id"));
  const steps = stepsOf(deps, movement, { type: "return_again" });
  if (steps.length === 0) {
    throw new RefusalError(refuse("conflict", "the transfer has no failed refund"));
  }
  await saveSteps(deps, tx, scope, steps, cause);
}
