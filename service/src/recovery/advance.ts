import { accountPlaces } from "../accounts/index.ts";
import { deleteSigningKeys } from "../auth/index.ts";
import { disableAutomations } from "../automations/index.ts";
import { advanceCounters as advanceKeys } from "../chains/custody/store.ts";
import type { Transaction } from "../db/database.ts";
import { beginAdvance } from "../db/restores/restore-store.ts";
import { statement } from "../db/statement.ts";
import { feedAdvance, sequenceAdvance } from "../events/index.ts";
import type { Instant } from "../kernel/instant.ts";
import { advanceAccountNumbers } from "../payments/index.ts";
import { advanceCounters as advanceEntries } from "../rails/engine/queue-store.ts";
import { advanceIssuerKeys } from "../tokens/index.ts";
import { endSessionsOfAll } from "../users/index.ts";

// More than can have been used in the seconds since, also by another database that was restored from the same backup.
const keysSince = (seconds: number): number => 10_000 + 10 * seconds;
/** Trace numbers have seven digits. */
const entriesSince = (seconds: number): number => 100_000 + seconds;
const eventsSince = (seconds: number): number => 1_000_000_000 + 1_000 * seconds;

const advanceSequences = sequenceAdvance(accountPlaces);
const advanceFeeds = feedAdvance(accountPlaces);

// Every account has a row, and there may be millions.
const withoutTimeout = statement(`SELECT set_config('statement_timeout', '0', true)`);

/**
 * Moves every number of ours beyond those that may have been used since; once for each restore. What belongs to the same
 * transaction comes before.
 */
export async function advanceNumbers(
  tx: Transaction,
  now: Instant,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const taken = await beginAdvance(tx, now);
  if (taken.length === 0) return false;
  await tx.run(withoutTimeout);
  await before();
  const seconds = Math.max(0, Math.ceil((now - Math.min(...taken)) / 1_000));
  const keys = keysSince(seconds);
  // An address that was assigned since must not be assigned to another customer.
  await advanceKeys(tx, keys);
  await advanceEntries(tx, entriesSince(seconds));
  // A token that was issued since has its own key.
  await advanceIssuerKeys(tx, keys);
  // Consumers continue after the last number that they have read, also in a feed that had no events yet.
  await tx.run(advanceSequences, [eventsSince(seconds)]);
  await tx.run(advanceFeeds, [eventsSince(seconds)]);
  // Nothing follows: a sequence keeps what it has counted if the transaction fails, and its numbers have nine digits.
  await advanceAccountNumbers(tx, keys);
  return true;
}

/** Revocations since are lost: every session and access token ends, and automations wait for an operator. */
export async function endAccess(tx: Transaction, now: Instant): Promise<void> {
  // What arrives again may have been forwarded before, by a transfer that is lost: an operator decides.
  await disableAutomations(tx);
  await endSessionsOfAll(tx, { endedAt: now });
  await deleteSigningKeys(tx);
}
