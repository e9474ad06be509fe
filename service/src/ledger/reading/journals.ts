import type { Session } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { genesisHash } from "../journal-hash.ts";
import type { LedgerScope } from "../operation.ts";
import { hasRows, type JournalPlace, selectHead, selectNextJournal } from "./read-store.ts";

/** Every journal that has left a row anywhere in the ledger, in the order of tenant and network. */
export async function* listJournals(session: Session): AsyncGenerator<LedgerScope, void, undefined> {
  for (
    let scope = await nextJournal(session, undefined);
    scope !== undefined;
    scope = await nextJournal(session, scope)
  ) {
    yield scope;
  }
}

/** The journal behind this one, or behind the empty network of a tenant; undefined when that was the last. */
export async function nextJournal(
  session: Session,
  after: JournalPlace | undefined,
): Promise<LedgerScope | undefined> {
  return selectNextJournal(session, after);
}

/** The end of a journal: all that stands in it is vouched for by this one hash. */
export interface JournalHead {
  readonly sequence: bigint;
  readonly hash: Buffer;
  /** Undefined while nothing was recorded. */
  readonly at: Instant | undefined;
}

/** Refuses where there are rows without a head: to write down an empty journal would be to vouch for it. */
export async function readHead(session: Session, scope: LedgerScope): Promise<JournalHead> {
  const head = await selectHead(session, scope);
  if (head === undefined && (await hasRows(session, scope))) {
    throw new RefusalError(refuse("conflict", "the journal has lost its head; verify it"));
  }
  if (head === undefined || head.sequence === 0n) return { sequence: 0n, hash: genesisHash, at: undefined };
  return head;
}
