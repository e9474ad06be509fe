import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import { selectUsers } from "./store.ts";

/** Sorts after every id. */
const behindAll = "~";

/** Operators only, or all console users; newest first. */
export async function listUsers(
  session: Session,
  { operatorsOnly }: { readonly operatorsOnly: boolean },
  page: PageRequest,
) {
  const rows = await selectUsers(session, {
    position: page.position ?? behindAll,
    isNewer: page.direction === "before",
    limit: rowsToFetch(page),
    operatorsOnly,
  });
  return cutPage(rows, page, ({ id }) => id);
}
