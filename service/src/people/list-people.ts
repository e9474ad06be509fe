import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import { selectPeople } from "./store.ts";

/** Sorts behind every id. */
const behindAll = "~";

/** Those who run the service, or everybody who may use the console; newest first. */
export async function listPeople(
  session: Session,
  { operatorsOnly }: { readonly operatorsOnly: boolean },
  page: PageRequest,
) {
  const rows = await selectPeople(session, {
    position: page.position ?? behindAll,
    isNewer: page.direction === "before",
    limit: rowsToFetch(page),
    operatorsOnly,
  });
  return cutPage(rows, page, ({ id }) => id);
}
