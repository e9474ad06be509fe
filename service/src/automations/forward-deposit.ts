import type { Database, Transaction } from "../db/database.ts";
import type { JobQueue } from "../jobs/index.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import { addMs } from "../kernel/instant.ts";
import { isRefusal, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { readBalances } from "../ledger/index.ts";
import { tokenScale } from "../tokens/index.ts";
import {
  type CreateTransfersDeps,
  checkRoute,
  createTransfers,
  type RequestedTransferInput,
} from "../transfers/index.ts";
import type { Automation, AutomationScope } from "./automation.ts";
import { type AutomationRun, forwardable, pauseMs } from "./automation-run.ts";
import { enqueueForwarding, forwardKind } from "./forwarding-job.ts";
import { keepProblem, lockRun, selectRun, settleRun } from "./run-store.ts";
import { lockAutomations } from "./store.ts";

export interface ForwardDeps extends CreateTransfersDeps {
  readonly database: Database;
  readonly jobQueue: Pick<JobQueue, "enqueueAll">;
}

const cause = systemCause(forwardKind);

/** Creates the transfer of a deposit, once. A rejected one is stored with its reason and retried later. */
export async function forwardDeposit(
  deps: ForwardDeps,
  scope: AutomationScope,
  depositId: string,
): Promise<void> {
  try {
    await deps.database.transaction(async (tx) => {
      const found = await lockWaiting(tx, scope, depositId);
      if (found === undefined) return;
      const refusal = await forward(deps, tx, found);
      if (refusal !== undefined) await postpone(deps, tx, found.run, refusal);
    });
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    // The ledger rejected it at the end, which rolled everything else back.
    const { refusal } = error;
    await deps.database.transaction(async (tx) => {
      const found = await lockWaiting(tx, scope, depositId);
      if (found !== undefined) await postpone(deps, tx, found.run, refusal);
    });
  }
}

interface Waiting {
  readonly automation: Automation;
  readonly run: AutomationRun;
}

/** Locks the automation before the run, as everywhere. */
async function lockWaiting(
  tx: Transaction,
  scope: AutomationScope,
  depositId: string,
): Promise<Waiting | undefined> {
  const key = { ...scope, origin: "deposit", originId: depositId } as const;
  const known = await selectRun(tx, key);
  if (known?.state !== "waiting") return undefined;
  const [automation] = await lockAutomations(tx, scope, [known.automationId]);
  const run = await lockRun(tx, key);
  assert(automation !== undefined && run !== undefined, "automations and runs are never deleted");
  return run.state === "waiting" ? { automation, run } : undefined;
}

/** The reason, if it cannot be forwarded now. */
async function forward(
  deps: ForwardDeps,
  tx: Transaction,
  { automation, run }: Waiting,
): Promise<Refusal | undefined> {
  const now = deps.clock.now();
  if (automation.status === "archived") {
    await settleRun(tx, { ...run, state: "left", transferId: undefined, updatedAt: now });
    return undefined;
  }
  if (automation.status !== "active") return refuse("conflict", "the automation is disabled");
  const input = await decideTransfer(deps, tx, { automation, run });
  if (isRefusal(input)) return input;
  if (input === undefined) {
    await settleRun(tx, { ...run, state: "left", transferId: undefined, updatedAt: now });
    return undefined;
  }
  const [outcome] = await createTransfers(deps, tx, automation, [input]);
  assert(outcome !== undefined, "every request has an outcome");
  if (isRefusal(outcome)) return outcome;
  await settleRun(tx, { ...run, state: "forwarded", transferId: outcome.transfer.id, updatedAt: now });
  return undefined;
}

/** The transfer to request; undefined when nothing is left to forward. */
async function decideTransfer(
  deps: ForwardDeps,
  tx: Transaction,
  { automation, run }: Waiting,
): Promise<RequestedTransferInput | Refusal | undefined> {
  const { tenantId, network, accountId, id, source, destination, brandAccountId } = automation;
  assert(source.medium === "chain" && source.addressId !== undefined, "a deposit automation has an address");
  const asking = { tenantId, network, accountId, requester: { automationId: id } };
  const route = await checkRoute(deps, tx, { ...asking, source, destination, brandAccountId });
  if (isRefusal(route)) return route;
  const { chain, valueType, addressId } = source;
  const asset = { code: valueType, scale: tokenScale };
  const wallet = { kind: "wallet", owner: addressId, chain, asset } as const;
  const [balance] = await readBalances(tx, { tenantId, network }, [wallet]);
  const available = balance?.available.units ?? 0n;
  const units = forwardable({ units: run.units, available, inCents: route.movesDollars });
  if (units <= 0n) return undefined;
  const from = { medium: "chain", chain, valueType, addressId } as const;
  const requestedTransfer = {
    resource: "transfer" as const,
    units,
    currency: valueType,
    source: from,
    destination,
    brandAccountId,
    note: undefined,
  };
  return { ...asking, cause, requestedTransfer };
}

async function postpone(
  deps: ForwardDeps,
  tx: Transaction,
  run: AutomationRun,
  { code: problemCode, detail: problemDetail }: Refusal,
): Promise<void> {
  const now = deps.clock.now();
  await keepProblem(tx, { ...run, problemCode, problemDetail, problemAt: now, updatedAt: now });
  const runAt = addMs(now, pauseMs(run.tries + 1));
  await enqueueForwarding(deps, tx, run, { depositIds: [run.originId], runAt });
}
