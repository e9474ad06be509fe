import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import { selectUsers, type UserSummary } from "./store.ts";

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

const maxOperators = 200;

/** The newest operators. */
export function listOperators(session: Session): Promise<readonly UserSummary[]> {
  const slice = { position: behindAll, isNewer: false, limit: maxOperators, operatorsOnly: true };
  return selectUsers(session, slice);
}
