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

/** Writes down what came to automations, and has it go on after the commit. */
export function automationDepositHook(deps: DepositHookDeps): CreditHook {
  return async (tx, scope, deposits) => {
    const own = deposits.filter(({ purpose }) => purpose === "automation");
    if (own.length === 0) return;
    const addressIds = own.map(({ addressId }) => addressId);
    const automations = await selectByAddresses(tx, scope, addressIds);
    const runs = own.flatMap((deposit) => {
      const automation = automations.find((each) => isFor(each, deposit));
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

/** Another token, or the same one on another chain, stays at the address: nobody has said where it should go. */
function isFor({ source }: Automation, { addressId, chain, asset }: TokenDeposit): boolean {
  return (
    source.medium === "chain" &&
    source.addressId === addressId &&
    source.chain === chain &&
    source.valueType === asset.code
  );
}
