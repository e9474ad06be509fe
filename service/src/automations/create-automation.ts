import { requireVisibleAccount } from "../accounts/index.ts";
import type { AuditDeps } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import type { JobQueue } from "../jobs/index.ts";
import type { Cause } from "../kernel/cause.ts";
import { isRefusal, orThrow, RefusalError } from "../kernel/refusal.ts";
import { type AcceptTransfersDeps, checkRoute } from "../transfers/index.ts";
import { enqueueActivation } from "./activate-automation.ts";
import { type Automation, spelledAs } from "./automation.ts";
import { auditAutomation } from "./automation-audit.ts";
import { type NewAutomation, pointedAt, readNewAutomation } from "./automation-request.ts";
import { insertAutomation } from "./store.ts";

export interface CreateAutomationDeps
  extends AuditDeps,
    Pick<AcceptTransfersDeps, "sanctionsChecks" | "findTreasury" | "coolsUntil"> {
  readonly jobQueue: Pick<JobQueue, "enqueue">;
}

export interface CreateAutomation {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly request: NewAutomation;
}

/** Creates an automation, pending until a job has assigned its account number or address. */
export async function createAutomation(
  deps: CreateAutomationDeps,
  tx: Transaction,
  { principal, cause, accountId, request }: CreateAutomation,
): Promise<Automation> {
  const { network } = principal;
  const { destinationPointer, ...requestedTransfer } = orThrow(readNewAutomation(request, network));
  const account = await requireVisibleAccount(tx, principal, accountId);
  const { tenantId } = account;
  const question = {
    tenantId,
    network,
    accountId: account.id,
    requester: { principal },
    ...requestedTransfer,
  };
  const route = await checkRoute(deps, tx, question);
  if (isRefusal(route)) throw new RefusalError(pointedAt(route, destinationPointer));
  const now = deps.clock.now();
  const automation: Automation = {
    ...requestedTransfer,
    source: spelledAs(requestedTransfer.source, route.valueTypes.source),
    destination: spelledAs(requestedTransfer.destination, route.valueTypes.destination),
    id: deps.newId<"automation">(),
    tenantId,
    network,
    accountId: account.id,
    status: "pending",
    createdAt: now,
    updatedAt: now,
  };
  await insertAutomation(tx, automation);
  await auditAutomation(deps, tx, { cause, action: "automation.create", after: automation });
  await enqueueActivation(deps, tx, automation);
  return automation;
}
