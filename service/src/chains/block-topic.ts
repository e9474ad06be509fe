import type { ChainKey } from "./chain-name.ts";

/** Wake-up topic of a chain: it has a new block. Only a local chain reports its blocks. */
export function blockTopic({ network, chain }: ChainKey): string {
  return `block/${network}/${chain}`;
}
