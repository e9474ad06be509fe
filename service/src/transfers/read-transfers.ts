import { requireVisibleAccount } from "../accounts/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Session } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import { parseId } from "../kernel/id.ts";
import type { PageRequest } from "../kernel/page.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { PaymentId, Payments } from "../payments/index.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import { type TransferFilters, transferList } from "./list-store.ts";
import { selectTransfer, type TransferScope } from "./store.ts";
import { type Resource, type Transfer, tokenTypeOf } from "./transfer.ts";
import type { Surrounding } from "./transfer-response.ts";

export interface ReadTransfersDeps {
  readonly database: Session;
  readonly chainWork: Pick<ChainWork, "progress">;
  readonly payments: Pick<Payments, "find" | "findVirtualAccounts">;
}

export interface TransferList {
  readonly principal: Principal;
  readonly accountId: string;
  readonly filters: Omit<TransferFilters, keyof TransferScope | "accountId">;
  readonly page: PageRequest;
}

/** A page of an account's transfers or token resources, newest first, with their chain and bank details. */
export async function listTransfers(
  deps: ReadTransfersDeps,
  { principal, filters, page, ...list }: TransferList,
) {
  const { id: accountId, tenantId } = await requireVisibleAccount(deps.database, principal, list.accountId);
  const scope = { tenantId, network: principal.network };
  // One account has few transfers, so none of its pages is short.
  const { items, pagination } = await transferList.page(
    deps.database,
    { ...scope, accountId, ...filters },
    page,
    Number.POSITIVE_INFINITY,
  );
  return { items, pagination, around: await lookAround(deps, scope, items) };
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
