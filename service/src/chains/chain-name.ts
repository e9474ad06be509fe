import type { Network } from "../kernel/id.ts";
import { type ChainFamily, type KnownChainName, knownChain, knownChainNames } from "./known-chains.ts";

export type { ChainFamily };

declare const chainBrand: unique symbol;

/** Name of a chain as used in the API, the ledger and the database: a known one, or one that settings have added. */
export type ChainName = KnownChainName | (string & ChainBrand);

export interface ChainBrand {
  readonly [chainBrand]: true;
}

/** The form of a name. Whether a deployment has the chain is known to its `ChainRegistry`. */
const chainNameShape = /^[a-z][a-z0-9_]{1,30}$/;

export function isChainName(text: string): text is ChainName {
  return chainNameShape.test(text);
}

/** The chains of every deployment, in the order in which they are shown. */
export const standardChains: readonly ChainName[] = knownChainNames.filter(
  (name) => knownChain(name)?.isStandard === true,
);

/** Only EVM chains can be added by settings. */
export function familyOf(chain: ChainName): ChainFamily {
  return knownChain(chain)?.family ?? "evm";
}

/** Display name: `base` becomes "Base". */
export function labelOf(chain: ChainName): string {
  return knownChain(chain)?.label ?? chain.charAt(0).toUpperCase() + chain.slice(1).replaceAll("_", " ");
}

const decimals: Readonly<Record<ChainFamily, number>> = { evm: 18, solana: 9, stellar: 7 };

export function coinDecimalsOf(chain: ChainName): number {
  return decimals[familyOf(chain)];
}

/** For a chain that the registry does not have: the longest that chains which post to Ethereum take. */
const unknownFinalitySeconds = 1_200;

/** Approximate time to finality. */
export function finalitySecondsOf(chain: ChainName): number {
  return knownChain(chain)?.finalitySeconds ?? unknownFinalitySeconds;
}

/** The order in which chains are shown: as in the registry, others behind. */
export function compareChains(left: ChainName, right: ChainName): number {
  return rankOf(left) - rankOf(right) || (left < right ? -1 : left > right ? 1 : 0);
}

function rankOf(chain: ChainName): number {
  const rank = (knownChainNames as readonly string[]).indexOf(chain);
  return rank < 0 ? knownChainNames.length : rank;
}

/** Chains by the names of their test networks, which are aliases on testnet. */
export const chainsByTestName: ReadonlyMap<string, KnownChainName> = new Map(
  knownChainNames.flatMap((name) => {
    const testName = knownChain(name)?.testName;
    return testName === undefined ? [] : [[testName, name] as const];
  }),
);

/** One chain of one network: the scope of all chain operations. */
export interface ChainKey {
  readonly network: Network;
  readonly chain: ChainName;
}

/** Wake-up topic of a chain: it has a new block. Only a local chain reports its blocks. */
export function blockTopic({ network, chain }: ChainKey): string {
  return `block/${network}/${chain}`;
}

/** The lease that one process at a time holds for a task on a chain. */
export function leaseTask(task: "work" | "scan", { network, chain }: ChainKey): string {
  return `${task}/${network}/${chain}`;
}
