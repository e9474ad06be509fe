import { expect } from "vitest";
import { statement } from "../../src/db/statement.ts";
import { listJournals, verifyJournal } from "../../src/ledger/index.ts";
import { faultsOfBooks, total } from "../business/books-hold.ts";
import {
  selectAllBalances,
  selectAllTransfers,
  selectBankDifferences,
  selectFundingDue,
  selectIncomingDifferences,
  selectOpenWork,
  selectUnfinished,
} from "../business/facts-store.ts";
import { eventually } from "../eventually.ts";
import type { Cluster } from "./open-cluster.ts";
import { type ClusterReport, clusterTokens } from "./run-business.ts";

const deployed = statement<{ readonly code: string; readonly contract: string }>(`
  SELECT value_type AS code, contract FROM tokens AS token
    JOIN token_deployments AS deployment ON deployment.network = token.network AND deployment.token_id = token.id
   WHERE contract IS NOT NULL AND value_type = ANY ($1) ORDER BY value_type`);

/** Each accepted request is one transfer that has ended; ledger, bank and chain agree. */
export async function expectNothingLost(cluster: Cluster, { accepted }: ClusterReport): Promise<void> {
  const { database } = cluster.api;
  await eventually(async () => {
    // In the order in which funds move: what one query finds drained is not refilled by what the next one reads.
    expect(await selectFundingDue(database)).toEqual([]);
    expect(await selectUnfinished(database)).toEqual([]);
    expect(await selectOpenWork(database)).toEqual([]);
    expect(await selectIncomingDifferences(database)).toEqual([]);
    expect(await selectBankDifferences(database)).toEqual([]);
  });
  const transfers = await selectAllTransfers(database);
  const ids = transfers.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...accepted.values()].toSorted());
  expect(await faultsOfBooks(database, clusterTokens)).toEqual([]);
  for await (const scope of listJournals(database))
    expect((await verifyJournal(database, scope)).findings).toEqual([]);
  const balances = await selectAllBalances(database);
  const contracts = await database.rows(deployed, [clusterTokens]);
  expect(contracts).toHaveLength(clusterTokens.length);
  for (const { code, contract } of contracts) {
    const supply = -total(balances, (row) => row.kind === "supply" && row.code === code);
    expect(supply).toBeGreaterThan(0n);
    expect(await cluster.chain.supply(contract)).toBe(supply);
  }
}
