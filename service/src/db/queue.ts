import type { Network } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Session } from "./database.ts";
import { statement } from "./statement.ts";
import type { Table } from "./table.ts";

/** Rows that wait for an operator, as the owner of their table declares them. */
export interface Queue {
  readonly from: Pick<Table, "name">;
  /** That of the partial index. */
  readonly where: string;
  /** The oldest first, if the index has this order. */
  readonly orderBy?: string;
  readonly since?: string;
  /** Worth of a row in dollars. */
  readonly cents?: string;
}

/** A queue whose items operators decide one by one. */
export interface WorkQueue extends Queue {
  readonly orderBy: string;
  readonly since: string;
  /** Defaults to `id`. */
  readonly id?: string;
  /** Without a tenant. */
  readonly isOfPlatform?: true;
  /** What an item is about: a name or a reason code. */
  readonly title: string;
  /** Units, scale and currency, unless these are dollars or there are none. */
  readonly amount?: string;
  /** Items that operators may see. */
  readonly visible?: string;
}

/** What waits in a network. */
export interface QueueMeasure {
  readonly network: Network;
  readonly count: bigint;
  readonly cents: bigint;
  readonly oldestAt: Instant;
}

/** Networks where nothing waits are omitted. */
export function measureOf({ from, where, since, cents = "0" }: WorkQueue) {
  const measure = statement<QueueMeasure>(`
    SELECT network, count(*) AS count, sum(${cents})::numeric(38,0) AS cents, min(${since}) AS oldest_at
      FROM ${from.name} WHERE ${where} GROUP BY network ORDER BY network`);
  return (session: Session): Promise<readonly QueueMeasure[]> => session.rows(measure);
}
