import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Session } from "../db/database.ts";
import type { Network } from "../kernel/id.ts";
import { totalOverTenants } from "../ledger/index.ts";
import type { Token } from "./token.ts";
import type { TokenFacts } from "./token-response.ts";

/** Deployment progress and minted supply of these tokens, in two queries. */
export async function readTokenFacts(
  { database, chainWork }: { readonly database: Session; readonly chainWork: Pick<ChainWork, "progress"> },
  network: Network,
  tokens: readonly Token[],
): Promise<TokenFacts> {
  const workIds = tokens.flatMap(({ deployments }) => deployments.flatMap(({ workId }) => workId ?? []));
  const progress = await chainWork.progress(database, workIds);
  const supplies = await readLedgerSupplies(database, network, tokens);
  return {
    progress,
    supplyOf: ({ valueType }, { chain }) => supplies.get(valueType)?.get(chain) ?? 0n,
  };
}

/** Units minted and not burned, by value type and chain, across all tenants. */
export async function readLedgerSupplies(
  session: Session,
  network: Network,
  tokens: readonly Pick<Token, "valueType">[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, bigint>>> {
  const assetCodes = tokens.map(({ valueType }) => valueType);
  const totals = await totalOverTenants(session, { network, kind: "supply", assetCodes });
  // The supply account is negative by the amount that was minted.
  return new Map(
    assetCodes.map((code) => [
      code,
      new Map(
        totals.filter(({ assetCode }) => assetCode === code).map(({ chain, posted }) => [chain, -posted]),
      ),
    ]),
  );
}

/**
 * Units expected on each chain, by value type and chain. Tokens in transit between chains count as minted on the second
 * as soon as they are burned on the first, and stay in clearing there until the mint is recorded: that chain does not
 * have them yet, or only since a moment ago.
 */
export async function readSuppliesOnChains(
  session: Session,
  network: Network,
  tokens: readonly Pick<Token, "valueType">[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, bigint>>> {
  const minted = await readLedgerSupplies(session, network, tokens);
  const assetCodes = tokens.map(({ valueType }) => valueType);
  const between = await totalOverTenants(session, { network, kind: "clearing", assetCodes });
  return new Map(
    [...minted].map(([code, byChain]) => {
      const tokenUnits = new Map(byChain);
      for (const { assetCode, chain, posted } of between)
        if (assetCode === code) tokenUnits.set(chain, (tokenUnits.get(chain) ?? 0n) - posted);
      return [code, tokenUnits];
    }),
  );
}
