import { requireVisibleAccount } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../../http/paging.ts";
import type { Principal } from "../../http/principal.ts";
import type { Clock } from "../../kernel/instant.ts";
import { selectFailingSince, selectSubscriptions } from "./store.ts";
import type { Subscription, SubscriptionStatus } from "./subscription.ts";
import type { Surrounding } from "./subscription-response.ts";

export interface ReadSubscriptionsDeps {
  readonly database: Session;
  readonly clock: Clock;
}

export interface SubscriptionList {
  readonly principal: Principal;
  readonly accountId: string;
  readonly status: SubscriptionStatus | undefined;
  readonly page: PageRequest;
}

/** A page of an account's subscriptions, newest first, in any status unless one is given. */
export async function listSubscriptions(
  { database }: Pick<ReadSubscriptionsDeps, "database">,
  { principal, accountId, status, page }: SubscriptionList,
) {
  const account = await requireVisibleAccount(database, principal, accountId);
  const rows = await selectSubscriptions(database, {
    tenantId: account.tenantId,
    network: principal.network,
    accountId: account.id,
    status,
    direction: page.direction,
    position: page.position,
    limit: rowsToFetch(page),
  });
  return cutPage(rows, page, ({ id }) => id);
}

/** Displayed data that is not in the subscription rows; all of one tenant. */
export async function lookAround(
  { database, clock }: ReadSubscriptionsDeps,
  subscriptions: readonly Subscription[],
): Promise<Surrounding> {
  const [first] = subscriptions;
  const ids = subscriptions.map(({ id }) => id);
  return {
    now: clock.now(),
    failingSince: first === undefined ? new Map() : await selectFailingSince(database, first.tenantId, ids),
  };
}
