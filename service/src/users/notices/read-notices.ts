import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { recordChange } from "../record-change.ts";
import type { UsersDeps } from "../users-deps.ts";
import { updateNoticesReadAt } from "./store.ts";

/** The user has read the notices up to this time. Others become unread again only if they are newer. */
export async function readNotices(
  deps: UsersDeps,
  tx: Transaction,
  { userId, until, cause }: { readonly userId: UserId; readonly until: Instant; readonly cause: Cause },
): Promise<void> {
  await updateNoticesReadAt(tx, userId, until);
  const after = { until: formatInstant(until) };
  await recordChange(deps, tx, { cause, action: "user.read_notices", id: userId, after });
}
