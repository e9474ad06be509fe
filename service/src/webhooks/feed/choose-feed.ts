import { requireVisibleAccount } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { Feed } from "./feed.ts";

export interface FeedInput {
  readonly principal: Principal;
  readonly accountId: string;
  readonly includesManaged: boolean;
}

/** The log of the account or, for a managing account with `include_managed`, the feed of its tenant. */
export async function chooseFeed(session: Session, input: FeedInput): Promise<Feed> {
  const { principal, includesManaged } = input;
  const { id, tenantId, kind } = await requireVisibleAccount(session, principal, input.accountId);
  const { network } = principal;
  if (!includesManaged) return { tenantId, network, accountId: id };
  if (kind !== "managing") {
    throw new RefusalError(refuse("not_a_managing_account", "include_managed requires a managing account"));
  }
  return { tenantId, network, accountId: undefined };
}
