import type { Screener } from "../../accounts/index.ts";
import { type AuditDeps, recordAudit } from "../../audit/index.ts";
import type { ChainWork } from "../../chains/work/chain-work.ts";
import type { Transaction } from "../../db/database.ts";
import type { EventLog } from "../../events/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type AccountId, type Network, networks, type TenantId } from "../../kernel/id.ts";
import { isRefusal, orThrow, type Refusal } from "../../kernel/refusal.ts";
import { recordOperations } from "../../ledger/index.ts";
import { workFor } from "./chain-deeds.ts";
import { atAmount, refuseUncovered } from "./cover.ts";
import { type Asked, loadFacts } from "./load-facts.ts";
import { beginning } from "./machine.ts";
import { type Movement, wayOf } from "./movement.ts";
import { auditOfCreation, eventOf } from "./movement-news.ts";
import { planMovement } from "./plan-movement.ts";
import { holdFor } from "./postings.ts";
import { refuseOverfull } from "./room.ts";
import { insertMovements } from "./store.ts";

export interface CreateMovementsDeps extends AuditDeps {
  readonly eventLog: EventLog;
  readonly chainWork: Pick<ChainWork, "enqueue">;
  readonly screener: Pick<Screener, "screenChainAddress">;
  /** Somebody wanted to send tokens to a listed address. A refusal leaves nothing behind, so this is told. */
  readonly onListedAddress?: (attempt: ListedAttempt) => void;
}

export interface ListedAttempt {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
}

export interface MovementRequest extends Asked {
  readonly cause: Cause;
}

interface Created {
  readonly movement: Movement;
  readonly cause: Cause;
}

/** Accepts or refuses many requests of one tenant, each by itself; what is accepted is written together. */
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
    const outcome = planMovement(factsOf(request), request.wanted, fresh);
    if (isRefusal(outcome) && outcome.code === "address_not_allowed")
      deps.onListedAddress?.(request.principal);
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
  // The ledger last, because it locks what everybody needs.
  for (const network of networks) {
    const holding = movements.filter((movement) => movement.network === network && isHeldFor(movement));
    const outcomes = await recordOperations(deps, tx, { tenantId, network }, holding.map(holdFor));
    // Somebody was faster since the balances were read. All is undone, and each request is tried again alone.
    for (const outcome of outcomes) orThrow(isRefusal(outcome) ? atAmount(outcome) : outcome);
  }
}

function isHeldFor(movement: Movement): boolean {
  return beginning(wayOf(movement)).holds;
}
