import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { ChainKey } from "../chain-name.ts";
import type { ChainWorkState } from "./chain-work.ts";

export interface OpenWorkCount {
  readonly state: ChainWorkState;
  readonly count: number;
  readonly oldestSeconds: number;
}

// Index chain_work_unsettled.
const count = statement(`
  SELECT state, count(*)::int AS count,
    extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS "oldestSeconds"
  FROM chain_work WHERE network = $1 AND chain = $2 AND state NOT IN ('done', 'failed') GROUP BY state`);

export function countOpenWork(
  session: Session,
  { network, chain }: ChainKey,
): Promise<readonly OpenWorkCount[]> {
  return session.rows<OpenWorkCount>(count, [network, chain]);
}
