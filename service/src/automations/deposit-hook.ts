import type { JobQueue } from "../jobs/index.ts";
import type { Clock } from "../kernel/instant.ts";
import type { CreditHook, TokenDeposit } from "../tokens/index.ts";
import type { Automation } from "./automation.ts";
import { enqueueForwarding } from "./forwarding-job.ts";
import { insertRuns } from "./run-store.ts";
import { selectByAddresses } from "./store.ts";

export interface DepositHookDeps {
  readonly clock: Clock;
  readonly jobQueue: Pick<JobQueue, "enqueueAll">;
}

/** Stores deposits to automations, and schedules their forwarding after the commit. */
export function automationDepositHook(deps: DepositHookDeps): CreditHook {
  return async (tx, scope, deposits) => {
    const automationDeposits = deposits.filter(({ purpose }) => purpose === "automation");
    if (automationDeposits.length === 0) return;
    const addressIds = automationDeposits.map(({ addressId }) => addressId);
    const automations = await selectByAddresses(tx, scope, addressIds);
    const runs = automationDeposits.flatMap((deposit) => {
      const automation = automations.find((candidate) => isFor(candidate, deposit));
      if (automation === undefined) return [];
      const { id: originId, units } = deposit;
      return [{ originId, automationId: automation.id, units, transferId: undefined }];
    });
    const now = deps.clock.now();
    await insertRuns(tx, scope, { origin: "deposit", runs, now });
    const depositIds = runs.map(({ originId }) => originId);
    await enqueueForwarding(deps, tx, scope, { depositIds, runAt: now });
  };
}

/** Other tokens, and the same token on another chain, stay at the address: they have no destination. */
function isFor({ source }: Automation, { addressId, chain, asset }: TokenDeposit): boolean {
  return (
    source.medium === "chain" &&
    source.addressId === addressId &&
    source.chain === chain &&
    source.valueType === asset.code
  );
}
