import { z } from "zod";
import { type ChainName, isChainName } from "../chains/chain-name.ts";
import { type Network, networks } from "../kernel/id.ts";
import { parseWebAddress } from "./web-address.ts";

/** Where a transaction can be looked at, with a place for its id; none where nothing is said. */
export type ExplorerUrls = Readonly<Record<Network, Readonly<Partial<Record<ChainName, string>>>>>;

const placeholder = "{transaction_id}";
/** Stands in for the id while the rest of the address is judged. */
const sample = "0";

export const explorerVariables = {
  EXPLORER_URLS: z
    .string()
    .transform((text, context) => {
      const { urls, problem } = readExplorerUrls(text);
      if (problem === undefined) return urls;
      context.addIssue(problem);
      return z.NEVER;
    })
    .default({ testnet: {}, mainnet: {} }),
};

/** Reads `mainnet/base=https://…/{transaction_id}`, several separated by commas. */
function readExplorerUrls(text: string): {
  readonly urls: ExplorerUrls;
  readonly problem: string | undefined;
} {
  const urls: Record<Network, Partial<Record<ChainName, string>>> = { testnet: {}, mainnet: {} };
  for (const part of text.split(",").map((one) => one.trim())) {
    const entry = readEntry(part);
    if (typeof entry === "string") return { urls, problem: entry };
    const { network, chain, url } = entry;
    if (urls[network][chain] !== undefined) return { urls, problem: `names ${network}/${chain} twice` };
    urls[network][chain] = url;
  }
  return { urls, problem: undefined };
}

interface ExplorerEntry {
  readonly network: Network;
  readonly chain: ChainName;
  readonly url: string;
}

/** The entry, or what is wrong with it. */
function readEntry(text: string): ExplorerEntry | string {
  const [name = "", ...rest] = text.split("=");
  const url = rest.join("=");
  const [place = "", chain = ""] = name.split("/");
  const network = networks.find((known) => known === place);
  if (rest.length === 0 || network === undefined || !isChainName(chain) || name !== `${network}/${chain}`) {
    return `must be a list such as mainnet/base=https://explorer.example.com/tx/${placeholder}, separated by commas`;
  }
  if (url.split(placeholder).length !== 2) return `must have ${placeholder} once in the address of ${name}`;
  if (!isExplorerAddress(url)) return `must have an https address, or an http one, for ${name}`;
  return { network, chain, url };
}

/** A query may be part of it, a name with a password may not: everybody who sees a transfer sees it. */
function isExplorerAddress(url: string): boolean {
  const [place = "", ...query] = url.replace(placeholder, sample).split("?");
  return query.length <= 1 && parseWebAddress(place) !== undefined;
}
