import type { AuditDeps } from "../../audit/index.ts";
import type { ChainWorkOwner, WorkOutcome } from "../../chains/engine/chain-work.ts";
import { systemCause } from "../../kernel/cause.ts";
import type { Instant } from "../../kernel/instant.ts";
import { auditFreeze } from "./audited-freeze.ts";
import type { Freeze, FreezeFailure } from "./freeze.ts";
import { freezesOwnerName } from "./freeze-work.ts";
import { lockFreezes, updateFreeze } from "./store.ts";

const cause = systemCause(freezesOwnerName);

/** Applies the outcomes of orders to freeze and unfreeze. */
export function freezesOwner(deps: AuditDeps): ChainWorkOwner {
  return {
    name: freezesOwnerName,
    settle: async (tx, { network }, settled) => {
      const now = deps.clock.now();
      const freezes = await lockFreezes(
        tx,
        network,
        settled.map(({ subject }) => subject),
      );
      const outcomes = new Map(settled.map(({ id, outcome }) => [id, outcome]));
      for (const before of freezes) {
        const after = settledFreeze(before, outcomes, now);
        if (after === undefined) continue;
        await updateFreeze(tx, after);
        await auditFreeze(deps, tx, { cause, action: "freeze.settle", before, after });
      }
    },
  };
}

/** Only the operation that a freeze waits for changes it; other outcomes are stale. */
function settledFreeze(
  freeze: Freeze,
  outcomes: ReadonlyMap<string, WorkOutcome>,
  updatedAt: Instant,
): Freeze | undefined {
  const { state } = freeze;
  switch (state.status) {
    case "freezing": {
      const outcome = outcomes.get(freeze.workId);
      if (outcome === undefined) return undefined;
      return outcome.ok
        ? { ...freeze, state: { status: "frozen", last: undefined }, updatedAt }
        : { ...freeze, state: { status: "failed", failure: failureOf(outcome) }, updatedAt };
    }
    case "unfreezing": {
      const { order } = state;
      const outcome = outcomes.get(order.workId);
      if (outcome === undefined) return undefined;
      return outcome.ok
        ? { ...freeze, state: { status: "unfrozen", order }, updatedAt }
        : { ...freeze, state: { status: "frozen", last: { order, failure: failureOf(outcome) } }, updatedAt };
    }
    case "frozen":
    case "unfrozen":
    case "failed":
      return undefined;
  }
}

function failureOf({ reason, detail }: Extract<WorkOutcome, { readonly ok: false }>): FreezeFailure {
  return { reason, detail };
}
