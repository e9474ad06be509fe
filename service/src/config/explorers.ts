import { type ChainName, isChainName } from "../chains/chain-name.ts";
import { type Network, networks } from "../kernel/id.ts";
import { Problem, withDefault } from "./setting.ts";
import { parseWebAddress } from "./web-address.ts";

/** Block explorer URL templates with a placeholder for the transaction id; chains without one have no links. */
export type ExplorerUrls = Readonly<Record<Network, Readonly<Partial<Record<ChainName, string>>>>>;

const placeholder = "{transaction_id}";
/** Replaces the placeholder while the rest of the URL is validated. */
const sample = "0";

export const explorerVariables = {
  EXPLORER_URLS: withDefault(readExplorerUrls, { testnet: {}, mainnet: {} }),
};

/** The URL of one chain. */
export function readExplorerUrl(url: string): string | Problem {
  if (url.split(placeholder).length !== 2) return new Problem(`must contain ${placeholder} once`);
  return isExplorerAddress(url) ? url : new Problem("must be an https or http URL");
}

/** Reads `mainnet/base=https://…/{transaction_id}`, several separated by commas. */
function readExplorerUrls(text: string): ExplorerUrls | Problem {
  const urls: Record<Network, Partial<Record<ChainName, string>>> = { testnet: {}, mainnet: {} };
  for (const part of text.split(",").map((item) => item.trim())) {
    const entry = readEntry(part);
    if (typeof entry === "string") return new Problem(entry);
    const { network, chain, url } = entry;
    if (urls[network][chain] !== undefined) return new Problem(`names ${network}/${chain} twice`);
    urls[network][chain] = url;
  }
  return urls;
}

interface ExplorerEntry {
  readonly network: Network;
  readonly chain: ChainName;
  readonly url: string;
}

/** The entry, or the problem with it. */
function readEntry(text: string): ExplorerEntry | string {
  const [name = "", ...rest] = text.split("=");
  const url = rest.join("=");
  const [networkName = "", chain = ""] = name.split("/");
  const network = networks.find((known) => known === networkName);
  if (rest.length === 0 || network === undefined || !isChainName(chain) || name !== `${network}/${chain}`) {
    return `must be a list such as mainnet/base=https://explorer.example.com/tx/${placeholder}, separated by commas`;
  }
  if (url.split(placeholder).length !== 2) return `must contain ${placeholder} once in the URL of ${name}`;
  if (!isExplorerAddress(url)) return `must have an https or http URL for ${name}`;
  return { network, chain, url };
}

/** A query is allowed; credentials are not, because every user who can view a transfer sees the URL. */
function isExplorerAddress(url: string): boolean {
  const [address = "", ...query] = url.replace(placeholder, sample).split("?");
  return query.length <= 1 && parseWebAddress(address) !== undefined;
}
