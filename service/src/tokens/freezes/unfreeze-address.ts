import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Network } from "../../kernel/id.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { auditFreeze } from "./audited-freeze.ts";
import type { Freeze } from "./freeze.ts";
import type { FreezeDeps } from "./freeze-address.ts";
import { freezeWork } from "./freeze-work.ts";
import { lockFreezes, updateFreeze } from "./store.ts";

export interface UnfreezeRequest {
  readonly network: Network;
  readonly id: string;
  readonly reason: string;
  readonly cause: Cause;
}

/** Unblocks the address once the chain confirms it. */
export async function unfreezeAddress(
  deps: FreezeDeps,
  tx: Transaction,
  { network, id, reason, cause }: UnfreezeRequest,
): Promise<Freeze> {
  const [before] = await lockFreezes(tx, network, [id]);
  if (before === undefined) throw new RefusalError(refuse("not_found", "there is no freeze with this id"));
  if (before.state.status !== "frozen") throw new RefusalError(refuseUnfrozen(before));
  const workId = deps.newId<"chain-work">();
  const after: Freeze = {
    ...before,
    state: { status: "unfreezing", order: { reason, workId } },
    updatedAt: deps.clock.now(),
  };
  await updateFreeze(tx, after);
  await deps.chainWork.enqueue(tx, [freezeWork(after, "unfreeze", workId)]);
  await auditFreeze(deps, tx, { cause, action: "freeze.lift", before, after });
  return after;
}

function refuseUnfrozen({ state }: Freeze): Refusal {
  return refuse("conflict", `only a frozen address can be unfrozen; this one is ${state.status}`);
}
