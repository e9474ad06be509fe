import { requireVisibleAccount } from "../accounts/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Principal } from "../http/principal.ts";
import { parseId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { PaymentId, Payments } from "../payments/index.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import { selectTokenTransfers, selectTransfers, type TransferFilters } from "./list-store.ts";
import { selectTransfer, type TransferScope } from "./store.ts";
import { type Resource, type TokenResource, type Transfer, tokenTypeOf } from "./transfer.ts";
import type { Surrounding } from "./transfer-response.ts";

export interface ReadTransfersDeps {
  readonly database: Session;
  readonly chainWork: Pick<ChainWork, "progress">;
  readonly payments: Pick<Payments, "find" | "findVirtualAccounts">;
}

export interface TransferList {
  readonly principal: Principal;
  readonly accountId: string;
  readonly filters: TransferFilters;
  readonly page: PageRequest;
}

/** A page of an account's transfers, newest first, with their chain and bank details. */
export async function listTransfers(deps: ReadTransfersDeps, list: TransferList) {
  const { principal, filters, page } = list;
  const { network } = principal;
  const { id: accountId, tenantId } = await requireVisibleAccount(deps.database, principal, list.accountId);
  const rows = await selectTransfers(deps.database, {
    tenantId,
    network,
    accountId,
    filters,
    direction: page.direction,
    position: page.position,
    limit: rowsToFetch(page),
  });
  const { items, pagination } = cutPage(rows, page, ({ id }) => id);
  return { items, pagination, around: await lookAround(deps, { tenantId, network }, items) };
}

export interface TokenTransferList extends TransferList {
  readonly resources: readonly TokenResource[];
}

/** A page of an account's token resources, newest first, with their chain details. */
export async function listTokenTransfers(deps: ReadTransfersDeps, list: TokenTransferList) {
  const { principal, resources, filters, page } = list;
  const { network } = principal;
  const { id: accountId, tenantId } = await requireVisibleAccount(deps.database, principal, list.accountId);
  const rows = await selectTokenTransfers(deps.database, {
    tenantId,
    network,
    accountId,
    resources,
    filters,
    direction: page.direction,
    position: page.position,
    limit: rowsToFetch(page),
  });
  const { items, pagination } = cutPage(rows, page, ({ id }) => id);
  return { items, pagination, around: await lookAround(deps, { tenantId, network }, items) };
}

export interface TransferName {
  readonly principal: Principal;
  readonly accountId: string;
  readonly id: string;
  /** A transfer by default. */
  readonly resource?: Resource;
}

/** Throws not_found if the transfer does not exist. */
export async function getTransfer(
  deps: ReadTransfersDeps,
  name: TransferName,
): Promise<{ readonly transfer: Transfer; readonly around: Surrounding }> {
  const transfer = await requireTransfer(deps.database, name);
  return { transfer, around: await lookAround(deps, transfer, [transfer]) };
}

export async function requireTransfer(
  session: Session,
  { principal, resource = "transfer", ...name }: TransferName,
): Promise<Transfer> {
  const { network } = principal;
  const { id: accountId, tenantId } = await requireVisibleAccount(session, principal, name.accountId);
  const id = parseId<"transfer">(name.id);
  const key = { tenantId, network, accountId, resource };
  const transfer = id === undefined ? undefined : await selectTransfer(session, { ...key, id });
  if (transfer !== undefined) return transfer;
  const what =
    resource === "transfer" ? "there is no transfer with this id" : `${tokenTypeOf[resource]} not found`;
  throw new RefusalError(refuse("not_found", what));
}

/** Related data of transfers: pending transactions, payments and wire instructions. */
export async function lookAround(
  { database, chainWork, payments }: ReadTransfersDeps,
  { tenantId, network }: TransferScope,
  transfers: readonly Transfer[],
): Promise<Surrounding> {
  const scope = { tenantId, network };
  const workIds = transfers.flatMap(workIdsOf);
  const paymentIds = transfers.flatMap(paymentIdsOf);
  const owners = transfers
    .filter(({ expiresAt }) => expiresAt !== undefined)
    .map(({ id: subject }) => ({ name: transfersOwnerName, subject }));
  return {
    progress: workIds.length === 0 ? new Map() : await chainWork.progress(database, workIds),
    payments: paymentIds.length === 0 ? new Map() : await payments.find(database, scope, paymentIds),
    instructions:
      owners.length === 0 ? new Map() : await payments.findVirtualAccounts(database, scope, owners),
  };
}

/** Chain operations whose transaction is not final yet. */
function workIdsOf({ source, destination, reversal }: Transfer): readonly string[] {
  const legs = [source, destination].flatMap((end) => (end.medium === "chain" ? [end] : []));
  return [...legs, reversal].flatMap(({ workId, transactionId }) =>
    workId === undefined || transactionId !== undefined ? [] : [workId],
  );
}

function paymentIdsOf({ source, destination }: Transfer): readonly PaymentId[] {
  return [source, destination].flatMap((end) =>
    end.medium === "bank" && end.paymentId !== undefined ? [end.paymentId] : [],
  );
}
