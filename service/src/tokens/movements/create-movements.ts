import type { Screener } from "../../accounts/index.ts";
import { type AuditDeps, recordAudit } from "../../audit/index.ts";
import type { ChainWork } from "../../chains/engine/chain-work.ts";
import type { Transaction } from "../../db/database.ts";
import type { EventLog } from "../../events/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type AccountId, type Network, networks, type TenantId } from "../../kernel/id.ts";
import { isRefusal, orThrow, type Refusal } from "../../kernel/refusal.ts";
import { recordOperations } from "../../ledger/index.ts";
import { refuseOverfull } from "./capacity.ts";
import { workFor } from "./chain-operations.ts";
import { atAmount, refuseUncovered } from "./cover.ts";
import { loadFacts, type Requested } from "./load-facts.ts";
import { beginning } from "./machine.ts";
import { type Movement, wayOf } from "./movement.ts";
import { auditOfCreation, eventOf } from "./movement-update.ts";
import { planMovement } from "./plan-movement.ts";
import { holdFor } from "./postings.ts";
import { insertMovements } from "./store.ts";

export interface CreateMovementsDeps extends AuditDeps {
  readonly eventLog: EventLog;
  readonly chainWork: Pick<ChainWork, "enqueue">;
  readonly screener: Pick<Screener, "screenChainAddress">;
  /** Called for an attempt to send tokens to a sanctioned address, because a refusal leaves no trace. */
  readonly onSanctionedAddress?: (attempt: AttemptSummary) => void;
}

export interface AttemptSummary {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
}

export interface MovementRequest extends Requested {
  readonly cause: Cause;
}

interface Created {
  readonly movement: Movement;
  readonly cause: Cause;
}

/** Accepts or refuses each of a tenant's requests on its own and writes the accepted ones together. */
export async function createMovements(
  deps: CreateMovementsDeps,
  tx: Transaction,
  tenantId: TenantId,
  requests: readonly MovementRequest[],
): Promise<readonly (Movement | Refusal)[]> {
  const factsOf = await loadFacts(deps, tx, tenantId, requests);
  const now = deps.clock.now();
  const planned = requests.map((request) => {
    const fresh = { id: deps.newId<"token-movement">(), workId: deps.newId<"chain-work">(), now };
    const outcome = planMovement(factsOf(request), request.requestedMovement, fresh);
    if (isRefusal(outcome) && outcome.code === "address_not_allowed")
      deps.onSanctionedAddress?.(request.principal);
    return outcome;
  });
  const fitting = await refuseOverfull(tx, tenantId, planned);
  const outcomes = await refuseUncovered(tx, tenantId, fitting);
  const created = requests.flatMap(({ cause }, index): readonly Created[] => {
    const movement = outcomes[index];
    return movement === undefined || isRefusal(movement) ? [] : [{ movement, cause }];
  });
  if (created.length > 0) await save(deps, tx, tenantId, created);
  return outcomes;
}

async function save(
  deps: CreateMovementsDeps,
  tx: Transaction,
  tenantId: TenantId,
  created: readonly Created[],
): Promise<void> {
  const movements = created.map(({ movement }) => movement);
  await insertMovements(tx, movements);
  const works = movements.map((movement) => workFor(movement, beginning(wayOf(movement)).step));
  await deps.chainWork.enqueue(tx, works);
  const entries = created.map(({ movement, cause }) => auditOfCreation(movement, cause));
  await recordAudit(deps, tx, { tenantId, network: undefined }, entries);
  for (const network of networks) {
    const events = movements.filter((movement) => movement.network === network).map(eventOf);
    await deps.eventLog.append(tx, { tenantId, network }, events);
  }
  // The ledger comes last, because its lock is shared by all writers.
  for (const network of networks) {
    const holding = movements.filter((movement) => movement.network === network && isHeldFor(movement));
    const outcomes = await recordOperations(deps, tx, { tenantId, network }, holding.map(holdFor));
    // A balance changed since it was read: roll everything back; the requests are retried one by one.
    for (const outcome of outcomes) orThrow(isRefusal(outcome) ? atAmount(outcome) : outcome);
  }
}

function isHeldFor(movement: Movement): boolean {
  return beginning(wayOf(movement)).holds;
}
