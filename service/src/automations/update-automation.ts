import { requireVisibleAccount } from "../accounts/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import type { JobQueue } from "../jobs/index.ts";
import type { Cause } from "../kernel/cause.ts";
import { parseId } from "../kernel/id.ts";
import { orThrow, RefusalError, refuse } from "../kernel/refusal.ts";
import { checkRoute } from "../transfers/index.ts";
import { type Automation, spelledAs } from "./automation.ts";
import { auditAutomation } from "./automation-audit.ts";
import { type AutomationChange, readDestination, readName } from "./automation-request.ts";
import { changeAutomation } from "./change-automation.ts";
import type { CreateAutomationDeps } from "./create-automation.ts";
import { enqueueForwarding } from "./forwarding-job.ts";
import { selectWaitingRuns } from "./run-store.ts";
import { lockAutomation, updateAutomation as save } from "./store.ts";

export interface UpdateAutomationDeps extends CreateAutomationDeps {
  readonly jobQueue: Pick<JobQueue, "enqueue" | "enqueueAll">;
}

export interface UpdateAutomation {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly automationId: string;
  readonly change: AutomationChange;
}

/** Renames an automation, changes its destination, disables or archives it. */
export async function updateAutomation(
  deps: UpdateAutomationDeps,
  tx: Transaction,
  { principal, cause, change, ...name }: UpdateAutomation,
): Promise<Automation> {
  const input = readChange(change, principal);
  const account = await requireVisibleAccount(tx, principal, name.accountId);
  const scope = { tenantId: account.tenantId, network: principal.network, accountId: account.id };
  const id = parseId<"automation">(name.automationId);
  const before = id === undefined ? undefined : await lockAutomation(tx, { ...scope, id });
  if (before === undefined)
    throw new RefusalError(refuse("not_found", "there is no automation with this id"));
  const changed = orThrow(changeAutomation(before, input, deps.clock.now()));
  const after = input.destination === undefined ? changed : await onRoute(deps, tx, principal, changed);
  await save(tx, after);
  await auditAutomation(deps, tx, { cause, action: "automation.update", before, after });
  if (input.status === "active" || input.destination !== undefined) await tryAgain(deps, tx, after);
  return after;
}

/** The automation with its destination in the spelling of the token catalog. */
async function onRoute(
  deps: UpdateAutomationDeps,
  tx: Transaction,
  principal: Principal,
  automation: Automation,
): Promise<Automation> {
  const route = orThrow(await checkRoute(deps, tx, { ...automation, requester: { principal } }));
  return { ...automation, destination: spelledAs(automation.destination, route.valueTypes.destination) };
}

function readChange({ name, status, destination }: AutomationChange, { network }: Principal) {
  return {
    name: name === undefined ? undefined : orThrow(readName(name)),
    status,
    destination: destination === undefined ? undefined : orThrow(readDestination(destination, network)),
  };
}

/** The rest is retried on schedule. */
const mostAtOnce = 500;

/** Retries deposits that could not be forwarded before. */
async function tryAgain(deps: UpdateAutomationDeps, tx: Transaction, automation: Automation): Promise<void> {
  const { tenantId, id: automationId } = automation;
  const waiting = await selectWaitingRuns(tx, { tenantId, automationId, limit: mostAtOnce });
  const depositIds = waiting.map(({ originId }) => originId);
  await enqueueForwarding(deps, tx, automation, { depositIds, runAt: deps.clock.now() });
}
