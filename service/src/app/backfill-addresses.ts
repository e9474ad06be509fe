import { type CompletionHook, listManagingAccounts } from "../accounts/index.ts";
import type { Database } from "../db/database.ts";
import { networks } from "../kernel/id.ts";

/**
 * Managing accounts are complete from the start, without the review that would create their custodial addresses. Each
 * start creates those that are missing, in both networks, one transaction per account, so a stop loses nothing.
 */
export async function backfillAddresses(database: Database, create: CompletionHook): Promise<void> {
  let page = await listManagingAccounts(database);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    for (const { tenantId, id: accountId } of page) {
      for (const network of networks) {
        await database.transaction((tx) => create(tx, { tenantId, network, accountId }));
      }
    }
    page = await listManagingAccounts(database, { olderThan: last.id });
  }
}
