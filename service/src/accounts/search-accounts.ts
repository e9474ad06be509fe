import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Principal } from "../http/principal.ts";
import type { AccountStatus } from "./account.ts";
import { type SearchSlice, selectFoundAccounts, selectFoundManaging } from "./search-store.ts";

/** Sorts behind every id. */
const behindAll = "~";

/** The accounts of a tenant in one network, newest first: those with this in a name, or with an id that begins so. */
export async function searchAccounts(
  session: Session,
  { tenantId, network }: Pick<Principal, "tenantId" | "network">,
  { search, status }: { readonly search: string | undefined; readonly status: AccountStatus | undefined },
  page: PageRequest,
) {
  const slice = { ...sliceOf(search, page), tenantId, network, status };
  return cutPage(await selectFoundAccounts(session, slice), page, ({ id }) => id);
}

/** The same over the managing accounts of everybody, for the operator. */
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
