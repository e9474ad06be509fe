import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import { assert } from "../kernel/assert.ts";
import { parseId } from "../kernel/id.ts";
import { formatInstant, parseInstant } from "../kernel/instant.ts";
import type { TransferScope } from "./store.ts";
import {
  selectTransfersOfTenant,
  type TenantTransferFilters,
  type TransferPosition,
} from "./tenant-list-store.ts";
import type { Transfer } from "./transfer.ts";

export interface TenantTransferList extends TransferScope {
  readonly filters: TenantTransferFilters;
  readonly page: PageRequest;
}

/** A page of the transfers of all accounts of a tenant, newest first. */
export async function listTenantTransfers(
  session: Session,
  { tenantId, network, filters, page }: TenantTransferList,
) {
  const rows = await selectTransfersOfTenant(session, {
    tenantId,
    network,
    filters,
    direction: page.direction,
    position: page.position === undefined ? undefined : readPosition(page.position),
    limit: rowsToFetch(page),
  });
  return cutPage(rows, page, writePosition);
}

const transfersAtOnce = 500;

/** All transfers up to a limit, newest first. */
export async function collectTenantTransfers(
  session: Session,
  { tenantId, network, filters, limit }: Omit<TenantTransferList, "page"> & { readonly limit: number },
): Promise<{ readonly transfers: readonly Transfer[]; readonly isComplete: boolean }> {
  const transfers: Transfer[] = [];
  while (transfers.length <= limit) {
    const scope = { tenantId, network, filters, direction: "after" } as const;
    const page = await selectTransfersOfTenant(session, {
      ...scope,
      position: transfers.at(-1),
      limit: transfersAtOnce,
    });
    transfers.push(...page);
    if (page.length < transfersAtOnce) break;
  }
  return { transfers: transfers.slice(0, limit), isComplete: transfers.length <= limit };
}

function writePosition({ createdAt, id }: TransferPosition): string {
  return `${formatInstant(createdAt)}/${id}`;
}

/** Cursors are signed, so their content can be trusted. */
function readPosition(text: string): TransferPosition {
  const [time = "", place = ""] = text.split("/");
  const createdAt = parseInstant(time);
  const id = parseId<"transfer">(place);
  assert(createdAt !== undefined && id !== undefined, "the position was written by writePosition");
  return { createdAt, id };
}
