import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import type { LedgerAccountKind } from "../ledger-account.ts";
import { selectTotals } from "./totals-store.ts";

export interface TotalQuery {
  readonly network: Network;
  readonly kind: LedgerAccountKind;
  readonly assetCodes: readonly string[];
  /** Only accounts of this owner. */
  readonly owner?: string;
}

export interface Total {
  readonly assetCode: string;
  /** Empty for accounts without a chain. */
  readonly chain: string;
  readonly scale: number;
  readonly posted: bigint;
}

const maxAssets = 1_000;

/**
 * Sum of the accounts of a kind per asset and chain, across the journals of all tenants, for example the minted supply
 * of a token. A single statement, so it is consistent.
 */
export async function totalOverTenants(session: Session, query: TotalQuery): Promise<readonly Total[]> {
  const { network, kind, assetCodes, owner } = query;
  assert(assetCodes.length <= maxAssets, `at most ${maxAssets} assets are summed at once`);
  const rows = await selectTotals(session, { network, kind, assetCodes, owner });
  assert(
    rows.every(({ lost }) => lost === 0),
    `no ${kind} account is missing its balance`,
  );
  return rows.map(({ assetCode, chain, scale, posted }) => ({ assetCode, chain, scale, posted }));
}
