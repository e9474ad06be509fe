import type { ChainKey, ChainName } from "../../chains/chain-name.ts";
import type { Network } from "../../kernel/id.ts";

export type ExplorerUrls = Readonly<Record<Network, Readonly<Partial<Record<ChainName, string>>>>>;

/** Block explorer URL of a transaction; null if no explorer is configured. */
export function explorerUrl(
  urls: ExplorerUrls,
  { network, chain }: ChainKey,
  transactionId: string,
): string | null {
  const template = urls[network][chain];
  // With a function, because a `$` in an id has a meaning in a replacement string.
  return template?.replace("{transaction_id}", () => encodeURIComponent(transactionId)) ?? null;
}
