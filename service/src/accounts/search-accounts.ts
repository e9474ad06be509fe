import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Principal } from "../http/principal.ts";
import type { AccountStatus } from "./account.ts";
import { type SearchSlice, selectFoundAccounts, selectFoundManaging } from "./search-store.ts";

/** Sorts after every id. */
const behindAll = "~";

/** Accounts of a tenant in one network, newest first, by substring of the name or prefix of the id. */
export async function searchAccounts(
  session: Session,
  { tenantId, network }: Pick<Principal, "tenantId" | "network">,
  { search, status }: { readonly search: string | undefined; readonly status: AccountStatus | undefined },
  page: PageRequest,
) {
  const slice = { ...sliceOf(search, page), tenantId, network, status };
  return cutPage(await selectFoundAccounts(session, slice), page, ({ id }) => id);
}

/** Searches the managing accounts of all tenants, for the operator. */
export async function searchManagingAccounts(
  session: Session,
  search: string | undefined,
  page: PageRequest,
) {
  return cutPage(await selectFoundManaging(session, sliceOf(search, page)), page, ({ id }) => id);
}

function sliceOf(search: string | undefined, page: PageRequest): SearchSlice {
  const text = search?.trim();
  return {
    search: text === "" ? undefined : text,
    position: page.position ?? behindAll,
    isNewer: page.direction === "before",
    limit: rowsToFetch(page),
  };
}
