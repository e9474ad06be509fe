import { maxTextLength } from "../accounts/index.ts";
import { addCustodialAddress, type CustodialDeps } from "../addresses/index.ts";
import { familyOf } from "../chains/chain-name.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { JobQueue } from "../jobs/index.ts";
import { systemCause } from "../kernel/cause.ts";
import type { Payments } from "../payments/index.ts";
import {
  type Automation,
  type AutomationScope,
  type AutomationSource,
  automationsOwnerName,
} from "./automation.ts";
import { auditAutomation } from "./automation-audit.ts";
import { lockAutomations, updateAutomation } from "./store.ts";

export interface ActivateDeps extends CustodialDeps {
  readonly database: Database;
  readonly payments: Pick<Payments, "openVirtualAccounts">;
}

export const activateKind = "automations.activate";

const cause = systemCause(activateKind);

export async function enqueueActivation(
  { jobQueue }: { readonly jobQueue: Pick<JobQueue, "enqueue"> },
  tx: Transaction,
  { tenantId, network, id }: Automation,
): Promise<void> {
  const payload = { automation_id: id };
  await jobQueue.enqueue(tx, { kind: activateKind, tenantId, network, payload, dedupeKey: id });
}

/** Assigns a pending automation its account number or address. Other statuses are left unchanged. */
export async function activateAutomation(
  deps: ActivateDeps,
  scope: AutomationScope,
  id: string,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const [before] = await lockAutomations(tx, scope, [id]);
    if (before?.status !== "pending") return;
    const source = await openSource(deps, tx, before);
    const after: Automation = { ...before, source, status: "active", updatedAt: deps.clock.now() };
    await updateAutomation(tx, after);
    await auditAutomation(deps, tx, { cause, action: "automation.activate", before, after });
  });
}

async function openSource(
  deps: ActivateDeps,
  tx: Transaction,
  { tenantId, network, accountId, id, name, source }: Automation,
): Promise<AutomationSource> {
  if (source.medium === "bank") {
    const owner = { name: automationsOwnerName, subject: id };
    await deps.payments.openVirtualAccounts(tx, { tenantId, network }, [{ accountId, owner }]);
    return source;
  }
  const address = await addCustodialAddress(deps, tx, {
    scope: { tenantId, network, accountId },
    cause,
    name: `Automation ${name}`.slice(0, maxTextLength),
    family: familyOf(source.chain),
    chains: [source.chain],
    purpose: "automation",
  });
  return { ...source, addressId: address.id };
}
