import type { Session } from "../db/database.ts";
import { continueAt, cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import { assert } from "../kernel/assert.ts";
import { parseId } from "../kernel/id.ts";
import { formatInstant, parseInstant } from "../kernel/instant.ts";
import type { TransferScope } from "./store.ts";
import {
  selectEndOfWalk,
  selectTransfersOfTenant,
  type TenantTransferFilters,
  type TransferPosition,
  type TransferSort,
} from "./tenant-list-store.ts";
import type { Transfer } from "./transfer.ts";

export interface TenantTransferList extends TransferScope {
  readonly filters: TenantTransferFilters;
  readonly sort: TransferSort;
  readonly page: PageRequest;
}

/** Transfers that are read for one page, if its filters have no index; the next page continues there. */
const maxWalked = 10_000;

/** A page of the transfers of all accounts of a tenant. */
export async function listTenantTransfers(
  session: Session,
  { tenantId, network, filters, sort, page }: TenantTransferList,
) {
  const slice = {
    tenantId,
    network,
    filters,
    sort,
    direction: page.direction,
    position: page.position === undefined ? undefined : readPosition(page.position),
    limit: rowsToFetch(page),
  };
  const walkEnd = await selectEndOfWalk(session, slice, maxWalked);
  const rows = await selectTransfersOfTenant(session, { ...slice, walkEnd });
  const cut = cutPage(rows, page, writePosition);
  return walkEnd === undefined || rows.length === slice.limit
    ? cut
    : continueAt(cut, page, writePosition(walkEnd));
}

const transfersAtOnce = 500;

/** All transfers, read page by page. */
export async function* streamTenantTransfers(
  session: Session,
  list: Omit<TenantTransferList, "page">,
): AsyncGenerator<readonly Transfer[]> {
  let position: Transfer | undefined;
  do {
    const page: readonly Transfer[] = await selectTransfersOfTenant(session, {
      ...list,
      direction: "after",
      position,
      limit: transfersAtOnce,
    });
    yield page;
    position = page.length < transfersAtOnce ? undefined : page.at(-1);
  } while (position !== undefined);
}

function writePosition({ createdAt, units, id }: TransferPosition): string {
  return `${formatInstant(createdAt)}/${id}/${units}`;
}

/** Cursors are signed, so their content can be trusted. */
function readPosition(text: string): TransferPosition {
  const [time = "", place = "", units = ""] = text.split("/");
  const createdAt = parseInstant(time);
  const id = parseId<"transfer">(place);
  assert(createdAt !== undefined && id !== undefined, "the position was written by writePosition");
  return { createdAt, id, units: BigInt(units) };
}
