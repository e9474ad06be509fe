import { type AuditDeps, recordAudit } from "../../audit/index.ts";
import type { ChainWork } from "../../chains/engine/chain-work.ts";
import type { Transaction } from "../../db/database.ts";
import type { EventLog } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { recordOperations } from "../../ledger/index.ts";
import type { MovementStep } from "./movement-step.ts";
import { auditOfChange, eventOf } from "./movement-update.ts";
import { type MovementScope, updateMovements } from "./store.ts";

export interface SaveStepsDeps extends AuditDeps {
  readonly eventLog: EventLog;
  readonly chainWork: Pick<ChainWork, "enqueue">;
}

/** In one transaction: movements, chain operations, audit entries, events, and the ledger last. */
export async function saveSteps(
  deps: SaveStepsDeps,
  tx: Transaction,
  scope: MovementScope,
  steps: readonly MovementStep[],
  cause: Cause,
): Promise<void> {
  if (steps.length === 0) return;
  const after = steps.map((step) => step.after);
  await updateMovements(tx, scope.tenantId, after);
  const works = steps.flatMap(({ work }) => (work === undefined ? [] : [work]));
  if (works.length > 0) await deps.chainWork.enqueue(tx, works);
  const entries = steps.map((step) => auditOfChange(step.before, step.after, cause));
  await recordAudit(deps, tx, scope, entries);
  const ended = after.filter(({ state }) => state.step === "done");
  await deps.eventLog.append(tx, scope, ended.map(eventOf));
  const operations = steps.flatMap(({ operation }) => (operation === undefined ? [] : [operation]));
  const outcomes = await recordOperations(deps, tx, scope, operations);
  const refused = outcomes.find(isRefusal);
  assert(refused === undefined, `the ledger must accept an executed chain operation: ${refused?.detail}`);
}
