import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import type { LedgerAccountKind } from "../ledger-account.ts";
import { selectTotals } from "./totals-store.ts";

export interface TotalQuery {
  readonly network: Network;
  readonly kind: LedgerAccountKind;
  readonly assetCodes: readonly string[];
  /** Only the accounts of this owner. */
  readonly owner?: string;
}

export interface Total {
  readonly assetCode: string;
  /** Empty where the accounts are on no chain. */
  readonly chain: string;
  readonly scale: number;
  readonly posted: bigint;
}

const maxAssets = 1_000;

/**
 * What the accounts of a kind have of each asset on each chain, over the journals of all tenants: say how much of a token
 * was minted. One statement, so it is of one moment.
 */
export async function totalOverTenants(session: Session, query: TotalQuery): Promise<readonly Total[]> {
  const { network, kind, assetCodes, owner } = query;
  assert(assetCodes.length <= maxAssets, `at most ${maxAssets} assets are added up at once`);
  const rows = await selectTotals(session, { network, kind, assetCodes, owner });
  assert(
    rows.every(({ lost }) => lost === 0),
    `no ${kind} account has lost its balance`,
  );
  return rows.map(({ assetCode, chain, scale, posted }) => ({ assetCode, chain, scale, posted }));
}
