import type { Transaction } from "../../db/database.ts";
import type { Network } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { addToCounters, lockCounters, type NextKey } from "./store.ts";

const maxCount = 10_000_000;

/**
 * Skips the next keys of each family. A database restored from a backup lacks the addresses that were assigned to
 * customers since; without this it would assign the same addresses to others.
 */
export async function skipKeys(
  tx: Transaction,
  { network, count }: { readonly network: Network; readonly count: number },
): Promise<readonly NextKey[]> {
  if (!Number.isInteger(count) || count < 1 || count > maxCount) {
    const detail = `must be a whole number from 1 to ${maxCount}`;
    const errors = [{ pointer: "/count", detail }];
    throw new RefusalError(refuse("validation_failed", `count ${detail}`, { errors }));
  }
  await lockCounters(tx, { network });
  const next = await addToCounters(tx, { network, count });
  return next.toSorted((left, right) => (left.family < right.family ? -1 : 1));
}
