import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { ChainKey } from "./chain-name.ts";

/** Units that the chain may have moved already and that the ledger has not. */
export interface InFlight {
  readonly contract: string;
  readonly kind: "mint" | "burn" | "transfer" | "deposit";
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly units: bigint;
}

interface InFlightRow {
  readonly contract: string;
  readonly kind: InFlight["kind"];
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly units: bigint;
}

// Indexes chain_work_unsettled and chain_deposits_open.
const select = statement(`
  SELECT operation ->> 'contract' AS contract, operation ->> 'kind' AS kind, operation ->> 'from' AS sender,
    operation ->> 'to' AS receiver, (operation ->> 'units')::numeric(38, 0) AS units
  FROM chain_work
  WHERE network = $1 AND chain = $2 AND state NOT IN ('done', 'failed')
    AND operation ->> 'kind' IN ('mint', 'burn', 'transfer')
  UNION ALL
  SELECT contract, 'deposit', from_address, to_address, units
  FROM chain_deposits WHERE network = $1 AND chain = $2 AND state <> 'credited'`);

/** Work that was not settled yet, and deposits that were seen and not credited. */
export async function readInFlight(
  session: Session,
  { network, chain }: ChainKey,
): Promise<readonly InFlight[]> {
  const rows = await session.rows<InFlightRow>(select, [network, chain]);
  return rows.map(({ contract, kind, sender, receiver, units }) => ({
    contract,
    kind,
    from: sender ?? undefined,
    to: receiver ?? undefined,
    units,
  }));
}
