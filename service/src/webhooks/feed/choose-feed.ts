import { requireVisibleAccount } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { Feed } from "./feed.ts";

export interface FeedWish {
  readonly principal: Principal;
  readonly accountId: string;
  readonly includesManaged: boolean;
}

/** The log of the account, or, for a managing one that wants it, everything of its tenant. */
export async function chooseFeed(session: Session, wish: FeedWish): Promise<Feed> {
  const { principal, includesManaged } = wish;
  const { id, tenantId, kind } = await requireVisibleAccount(session, principal, wish.accountId);
  const { network } = principal;
  if (!includesManaged) return { tenantId, network, accountId: id };
  if (kind !== "managing") {
    throw new RefusalError(
      refuse("not_a_managing_account", "include_managed is for an account that manages others"),
    );
  }
  return { tenantId, network, accountId: undefined };
}
