import type { Session } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { genesisHash } from "../journal-hash.ts";
import type { LedgerScope } from "../operation.ts";
import { hasRows, type JournalPlace, selectHead, selectNextJournal } from "./read-store.ts";

/** Every journal with a row in any ledger table, ordered by tenant and network. */
export async function* listJournals(session: Session): AsyncGenerator<LedgerScope, void, undefined> {
  for (
    let scope = await nextJournal(session, undefined);
    scope !== undefined;
    scope = await nextJournal(session, scope)
  ) {
    yield scope;
  }
}

/** The next journal, or the first of a tenant for an empty network; undefined after the last. */
export async function nextJournal(
  session: Session,
  after: JournalPlace | undefined,
): Promise<LedgerScope | undefined> {
  return selectNextJournal(session, after);
}

/** The end of a journal: this hash covers its whole content. */
export interface JournalHead {
  readonly sequence: bigint;
  readonly hash: Buffer;
  /** Undefined if nothing was recorded. */
  readonly at: Instant | undefined;
}

/** Refuses if there are rows but no head: storing an empty head would attest a damaged journal. */
export async function readHead(session: Session, scope: LedgerScope): Promise<JournalHead> {
  const head = await selectHead(session, scope);
  if (head === undefined && (await hasRows(session, scope))) {
    throw new RefusalError(refuse("conflict", "the journal has no head; verify it"));
  }
  if (head === undefined || head.sequence === 0n) return { sequence: 0n, hash: genesisHash, at: undefined };
  return head;
}
