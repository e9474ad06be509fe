import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { MovementId } from "./movement.ts";
import { stepsOf } from "./movement-step.ts";
import { type SaveStepsDeps, saveSteps } from "./save-steps.ts";
import { lockMovements, type MovementScope } from "./store.ts";

export interface ReturnStranded extends MovementScope {
  readonly id: MovementId;
  readonly cause: Cause;
}

/** Mints back once more what a transfer has left on no chain, after a person has removed what was in the way. */
export async function returnStranded(
  deps: SaveStepsDeps,
  tx: Transaction,
  { id, cause, ...scope }: ReturnStranded,
): Promise<void> {
  const [movement] = await lockMovements(tx, scope, [id]);
  if (movement === undefined) throw new RefusalError(refuse("not_found", "there is no such transfer"));
  const steps = stepsOf(deps, movement, { type: "return_again" });
  if (steps.length === 0) {
    throw new RefusalError(refuse("conflict", "the tokens of this transfer are not stranded"));
  }
  await saveSteps(deps, tx, scope, steps, cause);
}
