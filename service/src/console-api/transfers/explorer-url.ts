import type { ChainKey, ChainName } from "../../chains/chain-name.ts";
import type { Network } from "../../kernel/id.ts";

export type ExplorerUrls = Readonly<Record<Network, Readonly<Partial<Record<ChainName, string>>>>>;

/** Where people look at a transaction; null where no explorer was named. */
export function explorerUrl(
  urls: ExplorerUrls,
  { network, chain }: ChainKey,
  transactionId: string,
): string | null {
  const template = urls[network][chain];
  // Through a function: a `$` in an id would mean something in a replacement.
  return template?.replace("{transaction_id}", () => encodeURIComponent(transactionId)) ?? null;
}
