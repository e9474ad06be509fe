import type { ChainName } from "../../chains/chain-name.ts";
import type { Wallet, Wallets } from "../../chains/custody/wallets.ts";
import type { Network } from "../../kernel/id.ts";
import { tokensOnChain } from "../list-store.ts";
import { type BalancePlace, balancesBehind, chainBehind, type Place, type SupplyPlace } from "./place.ts";
import {
  type ComparedChain,
  compareBalances,
  compareSupplies,
  type ReadComparisonsDeps,
} from "./read-comparisons.ts";
import type { Compared } from "./reconciliation.ts";

/** The part of the chain registry that is needed here. */
export interface ComparedChains {
  get(network: Network, chain: ChainName): ComparedChain;
  all(): readonly Pick<ComparedChain, "key">[];
}

export interface CompareAtDeps extends ReadComparisonsDeps {
  readonly chains: ComparedChains;
  readonly wallets: Pick<Wallets, "page">;
}

/** One page of a run: its comparison, and the next page. */
export interface Step {
  readonly look: () => Promise<readonly Compared[]>;
  /** Undefined at the end of the run. An unreachable chain is skipped. */
  nextAfter(compared: readonly Compared[]): Place | undefined;
}

const tokensPerPage = 50;
const walletsPerPage = 100;

export function stepAt(deps: CompareAtDeps, place: Place): Promise<Step> {
  return place.stage === "supplies" ? supplyStep(deps, place) : balanceStep(deps, place);
}

async function supplyStep(deps: CompareAtDeps, place: SupplyPlace): Promise<Step> {
  const page = { position: place.after, limit: tokensPerPage };
  const { items: tokens } = await tokensOnChain.read(deps.database, place, page);
  const last = tokens.at(-1);
  return {
    look: () => compareSupplies(deps, chainAt(deps, place), tokens),
    nextAfter: () =>
      last === undefined || tokens.length < tokensPerPage
        ? balancesBehind(place)
        : { ...place, after: last.id },
  };
}

async function balanceStep(deps: CompareAtDeps, place: BalancePlace): Promise<Step> {
  const chain = chainAt(deps, place);
  const walletPlace = { network: place.network, family: chain.family };
  const page = { afterIndex: place.afterIndex, limit: walletsPerPage };
  const wallets = await deps.wallets.page(deps.database, walletPlace, page);
  const last = wallets.at(-1);
  const keys = deps.chains.all().map(({ key }) => key);
  return {
    look: () => lookAtWallets(deps, chain, wallets),
    nextAfter: (compared) =>
      last === undefined || compared.some(isUnverified)
        ? chainBehind(place, keys)
        : { ...place, afterIndex: last.keyIndex },
  };
}

/** Compares all tokens of the chain, page by page, for one page of custodial addresses. */
async function lookAtWallets(
  deps: CompareAtDeps,
  chain: ComparedChain,
  wallets: readonly Wallet[],
): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  if (wallets.length === 0) return compared;
  for await (const tokens of tokensOnChain.stream(deps.database, chain.key, tokensPerPage)) {
    compared.push(...(await compareBalances(deps, chain, { tokens, wallets })));
    if (compared.some(isUnverified)) break;
  }
  return compared;
}

function isUnverified({ comparison }: Compared): boolean {
  return comparison.outcome === "unverified";
}

function chainAt({ chains }: CompareAtDeps, { network, chain }: Place): ComparedChain {
  return chains.get(network, chain);
}
