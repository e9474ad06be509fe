import { auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { EventLog } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { isRefusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordOperations } from "../../ledger/index.ts";
import type { CreditHook } from "./credit-deposits.ts";
import { lockHeldDeposit, updateDeposit } from "./store.ts";
import { eventsOf, releasePosting, type TokenDeposit } from "./token-deposit.ts";

export interface ReleaseDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: Pick<EventLog, "append">;
  /** Called in the transaction that credits the deposit. */
  readonly onCredited?: CreditHook;
}

export interface DepositRelease {
  readonly id: string;
  readonly reason: string;
  readonly cause: Cause;
  /** Called with the deposit locked: false leaves it unchanged. Anything it writes commits with the decision. */
  readonly confirm?: (tx: Transaction, deposit: TokenDeposit) => Promise<boolean>;
}

/** A reviewer releases a held deposit to its address. */
export async function releaseDeposit(
  deps: ReleaseDeps,
  tx: Transaction,
  { id, reason, cause, confirm }: DepositRelease,
): Promise<TokenDeposit> {
  const held = await lockHeldDeposit(tx, id);
  if (held === undefined) throw new RefusalError(refuse("not_found", "no held deposit with this id"));
  if (confirm !== undefined && !(await confirm(tx, held))) return held;
  const released: TokenDeposit = { ...held, status: "released", updatedAt: deps.clock.now() };
  await updateDeposit(tx, released);
  const { tenantId, network } = held;
  await deps.onCredited?.(tx, { tenantId, network }, [released]);
  await deps.eventLog.append(tx, held, eventsOf([released]));
  await auditChange(deps, tx, {
    cause,
    action: "deposit.release",
    of: held,
    before: { status: held.status },
    after: { status: released.status, reason },
  });
  const outcomes = await recordOperations(deps, tx, held, [releasePosting(released)]);
  assert(!outcomes.some(isRefusal), "a held deposit is in suspense");
  return released;
}
