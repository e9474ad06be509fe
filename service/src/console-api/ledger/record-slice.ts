import type { Session } from "../../db/database.ts";
import type { Sort } from "../../db/list-definition.ts";
import { readTime } from "../../http/read-time.ts";
import { nextInstant } from "../../kernel/instant.ts";
import type { PageRequest } from "../../kernel/page.ts";
import { rowsToFetch } from "../../kernel/page.ts";
import {
  findSequenceAt,
  type LedgerRecord,
  type LedgerScope,
  listRecords,
  listRecordsBetween,
} from "../../ledger/index.ts";

const maxOfOneKey = 100;
/** Above every sequence. */
const maxSequence = 999_999_999_999_999_999n;

export interface RecordFilter {
  readonly key?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}

/** The records of a page, and one more, in the order in which they are read from its cursor. */
export async function readRecords(
  session: Session,
  scope: LedgerScope,
  filter: RecordFilter,
  { sort, ...page }: PageRequest & { readonly sort?: Sort | undefined },
): Promise<readonly LedgerRecord[]> {
  const isOldestFirst = (sort?.isDescending ?? true) === (page.direction === "before");
  const range = await rangeOf(session, scope, filter);
  const { from, until } = restOf(range, page.position, isOldestFirst);
  const limit = rowsToFetch(page);
  if (filter.key === undefined)
    return listRecordsBetween(session, scope, { from, until, isOldestFirst, limit });
  const ofKey = await listRecords(session, scope, { prefix: filter.key, limit: maxOfOneKey });
  const within = ofKey.filter(({ sequence }) => sequence >= from && sequence < until);
  return (isOldestFirst ? within : within.toReversed()).slice(0, limit);
}

/** Sequences from `from` on, before `until`. */
interface Range {
  readonly from: bigint;
  readonly until: bigint;
}

async function rangeOf(session: Session, scope: LedgerScope, filter: RecordFilter): Promise<Range> {
  const after = readTime("created_after", filter.created_after);
  const before = readTime("created_before", filter.created_before);
  return {
    from: after === undefined ? 0n : await findSequenceAt(session, scope, nextInstant(after)),
    until: before === undefined ? maxSequence : await findSequenceAt(session, scope, before),
  };
}

/** What is left of a range beyond the cursor of a page. */
function restOf({ from, until }: Range, position: string | undefined, isOldestFirst: boolean): Range {
  if (position === undefined) return { from, until };
  const last = BigInt(position);
  return isOldestFirst
    ? { from: last >= from ? last + 1n : from, until }
    : { from, until: last < until ? last : until };
}
