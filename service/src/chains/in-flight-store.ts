import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { ChainKey } from "./chain-name.ts";

/** Total of units that the chain may have moved already and the ledger has not. */
export interface InFlight {
  readonly contract: string;
  readonly kind: "mint" | "burn" | "transfer" | "deposit";
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly units: bigint;
}

/** With holders: amounts that change their balances. Without: amounts that change the supply. */
export interface InFlightQuestion {
  readonly contracts: readonly string[];
  readonly holders?: readonly string[];
}

const maxContracts = 200;
const maxHolders = 1_000;

/**
 * Unsettled operations, and deposits that are not credited yet. The database sums them, so the result size depends only
 * on the query: mints and burns per contract, or outgoing and incoming units per holder. A transfer between two of the
 * holders is included for both.
 */
export async function readInFlight(
  session: Session,
  { network, chain }: ChainKey,
  { contracts, holders }: InFlightQuestion,
): Promise<readonly InFlight[]> {
  assert(contracts.length <= maxContracts, "in-flight amounts are read for one page of contracts");
  assert((holders?.length ?? 0) <= maxHolders, "in-flight amounts are read for one page of holders");
  if (contracts.length === 0 || holders?.length === 0) return [];
  const rows =
    holders === undefined
      ? await session.rows(sumSupplies, [network, chain, contracts])
      : await session.rows(sumHolders, [network, chain, contracts, holders]);
  return rows.map(({ contract, kind, sender, receiver, units }) => ({
    contract,
    kind,
    from: sender,
    to: receiver,
    units,
  }));
}

interface InFlightRow {
  readonly contract: string;
  readonly kind: InFlight["kind"];
  readonly sender: string | undefined;
  readonly receiver: string | undefined;
  readonly units: bigint;
}

// Index chain_work_open.
const sumSupplies = statement<InFlightRow>(`
  SELECT operation ->> 'contract' AS contract, operation ->> 'kind' AS kind, NULL AS sender, NULL AS receiver,
    sum((operation ->> 'units')::numeric(38, 0)) AS units
  FROM chain_work
  WHERE network = $1 AND chain = $2 AND state NOT IN ('done', 'failed')
    AND operation ->> 'kind' IN ('mint', 'burn') AND operation ->> 'contract' = ANY ($3::text[])
  GROUP BY 1, 2`);

// Indexes chain_work_open and chain_deposits_open.
const sumHolders = statement<InFlightRow>(`
  WITH unsettled AS MATERIALIZED (
    SELECT operation ->> 'contract' AS contract, operation ->> 'kind' AS kind, operation ->> 'from' AS sender,
      operation ->> 'to' AS receiver, (operation ->> 'units')::numeric(38, 0) AS units
    FROM chain_work
    WHERE network = $1 AND chain = $2 AND state NOT IN ('done', 'failed')
      AND operation ->> 'kind' IN ('mint', 'burn', 'transfer') AND operation ->> 'contract' = ANY ($3::text[])
      AND (operation ->> 'from' = ANY ($4::text[]) OR operation ->> 'to' = ANY ($4::text[]))
  )
  SELECT contract, kind, sender, NULL AS receiver, sum(units) AS units
  FROM unsettled WHERE sender = ANY ($4::text[]) GROUP BY contract, kind, sender
  UNION ALL
  SELECT contract, kind, NULL, receiver, sum(units)
  FROM unsettled WHERE receiver = ANY ($4::text[]) GROUP BY contract, kind, receiver
  UNION ALL
  SELECT contract, 'deposit', NULL, to_address, sum(units)
  FROM chain_deposits
  WHERE network = $1 AND chain = $2 AND state <> 'credited'
    AND contract = ANY ($3::text[]) AND to_address = ANY ($4::text[])
  GROUP BY contract, to_address`);
