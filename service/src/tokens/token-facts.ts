import type { ChainWork } from "../chains/work/chain-work.ts";
import type { Session } from "../db/database.ts";
import type { Network } from "../kernel/id.ts";
import { totalOverTenants } from "../ledger/index.ts";
import type { Token } from "./token.ts";
import type { TokenFacts } from "./token-answer.ts";

/** How far the deployments of these tokens are, and how much of each was minted; for all of them in two questions. */
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

/** Units that were minted and not burned, by value type and chain, over all tenants. */
export async function readLedgerSupplies(
  session: Session,
  network: Network,
  tokens: readonly Pick<Token, "valueType">[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, bigint>>> {
  const assetCodes = tokens.map(({ valueType }) => valueType);
  const totals = await totalOverTenants(session, { network, kind: "supply", assetCodes });
  // What was minted is missing from the account that it came from.
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
 * Units that should be on each chain, by value type and chain. Tokens on their way from one chain to another count as
 * minted on the second from the moment they were burned on the first, and stand in clearing there until they are: that
 * chain does not have them, or only since a moment ago.
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
      const here = new Map(byChain);
      for (const { assetCode, chain, posted } of between)
        if (assetCode === code) here.set(chain, (here.get(chain) ?? 0n) - posted);
      return [code, here];
    }),
  );
}
