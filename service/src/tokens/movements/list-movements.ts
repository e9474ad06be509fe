import { requireVisibleAccount } from "../../accounts/index.ts";
import type { ChainWork } from "../../chains/engine/chain-work.ts";
import type { Session } from "../../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../../http/paging.ts";
import type { Principal } from "../../http/principal.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { Movement, MovementKind } from "./movement.ts";
import { type Progress, workIdsOf } from "./movement-response.ts";
import { selectMovement, selectMovements } from "./store.ts";

export interface ReadMovementsDeps {
  readonly database: Session;
  readonly chainWork: Pick<ChainWork, "progress">;
}

export interface MovementList {
  readonly principal: Principal;
  readonly accountId: string;
  /** Undefined for all kinds. */
  readonly kind: MovementKind | undefined;
  readonly page: PageRequest;
}

/** A page of an account's movements, newest first, with their chain details. */
export async function listMovements(deps: ReadMovementsDeps, list: MovementList) {
  const { principal, kind, page } = list;
  const { id: accountId, tenantId } = await requireVisibleAccount(deps.database, principal, list.accountId);
  const rows = await selectMovements(deps.database, {
    tenantId,
    network: principal.network,
    accountId,
    kind,
    direction: page.direction,
    position: page.position,
    limit: rowsToFetch(page),
  });
  const { items, pagination } = cutPage(rows, page, ({ id }) => id);
  return { items, pagination, progress: await progressOf(deps, items) };
}

export interface MovementName {
  readonly principal: Principal;
  readonly accountId: string;
  readonly kind: MovementKind;
  readonly id: string;
}

/** Throws not_found if the movement does not exist. */
export async function getMovement(
  deps: ReadMovementsDeps,
  name: MovementName,
): Promise<{ readonly movement: Movement; readonly progress: Progress }> {
  const { principal, kind } = name;
  const { id: accountId, tenantId } = await requireVisibleAccount(deps.database, principal, name.accountId);
  const id = parseId<"token-movement">(name.id);
  const key = { tenantId, network: principal.network, accountId };
  const movement = id === undefined ? undefined : await selectMovement(deps.database, { ...key, id });
  if (movement?.kind !== kind) throw new RefusalError(refuse("not_found", `${kind} not found`));
  return { movement, progress: await progressOf(deps, [movement]) };
}

async function progressOf(deps: ReadMovementsDeps, movements: readonly Movement[]): Promise<Progress> {
  const workIds = movements.flatMap(workIdsOf);
  return workIds.length === 0 ? new Map() : deps.chainWork.progress(deps.database, workIds);
}
