import Type, { type Static } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { stroopsOfDecimal, unitsOf } from "./amounts.ts";
import { readEntries } from "./ledger-entries.ts";
import { assetOf } from "./stellar-asset.ts";

/** Horizon server. Stellar RPC has no method for the supply of an asset; Horizon does. */
export interface Horizon {
  readonly url: string;
  readonly timeoutMs: number;
}

const amount = Type.String({ pattern: "^[0-9]{1,13}(?:\\.[0-9]{1,7})?$" });
const assetRecord = Type.Object({
  asset_code: Type.String(),
  asset_issuer: Type.String(),
  balances: Type.Object({
    authorized: amount,
    authorized_to_maintain_liabilities: amount,
    unauthorized: amount,
  }),
  claimable_balances_amount: Type.Optional(amount),
  liquidity_pools_amount: Type.Optional(amount),
  contracts_amount: Type.Optional(amount),
});
type AssetRecord = Static<typeof assetRecord>;
const assetsPage = Type.Object({
  _embedded: Type.Object({ records: Type.Array(assetRecord, { maxItems: 1 }) }),
});
const ledgerPattern = /^[1-9][0-9]{0,9}$/;
const assetsPageShape = shapeOf(assetsPage);

interface SupplyAtLedger {
  readonly units: bigint;
  /** The ledger of this supply; undefined if Horizon did not report it. */
  readonly ledger: number | undefined;
}

/** All outstanding units: holders, frozen or not, claimable balances, liquidity pools and contracts. */
export async function readSupply(
  nodes: NodePool,
  horizon: Horizon | undefined,
  contract: string,
): Promise<SupplyAtLedger> {
  const asset = assetOf(contract);
  // An asset missing in Horizon has no holders, or no issuer; the RPC nodes show whether it exists.
  const issuer = await readEntries(nodes, { accounts: [asset.getIssuer()], trustlines: [] });
  if (issuer.account(asset.getIssuer()) === undefined) return { units: 0n, ledger: issuer.latestLedger };
  if (horizon === undefined)
    throw new ChainUnavailableError("reading the supply of a Stellar asset requires a Horizon URL");
  const { page, ledger } = await readPage(horizon, asset.getCode(), asset.getIssuer());
  const [record] = page._embedded.records;
  return { units: record === undefined ? 0n : outstanding(record), ledger };
}

function outstanding({ balances, ...record }: AssetRecord): bigint {
  const parts = [
    balances.authorized,
    balances.authorized_to_maintain_liabilities,
    balances.unauthorized,
    record.claimable_balances_amount,
    record.liquidity_pools_amount,
    record.contracts_amount,
  ];
  return unitsOf(parts.reduce((sum, part = "0") => sum + stroopsOfDecimal(part), 0n));
}

interface HorizonPage {
  readonly page: Static<typeof assetsPage>;
  readonly ledger: number | undefined;
}

async function readPage(horizon: Horizon, code: string, issuer: string): Promise<HorizonPage> {
  const url = new URL(`${horizon.url.replace(/\/$/, "")}/assets`);
  url.searchParams.set("asset_code", code);
  url.searchParams.set("asset_issuer", issuer);
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(horizon.timeoutMs), redirect: "error" });
    // Horizon names the ledger that its response reflects in this header.
    const ledger = ledgerPattern.exec(response.headers.get("latest-ledger") ?? "")?.[0];
    const page = assetsPageShape.read(await response.json());
    return { page, ledger: ledger === undefined ? undefined : Number(ledger) };
  } catch (cause) {
    throw new ChainUnavailableError("could not read the supply from Horizon", { cause });
  }
}
