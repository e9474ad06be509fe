import type { ResponseBody } from "../../api/client.ts";
import type { Network } from "../../workspace/network.ts";
import { type Chain, tokenChains } from "./token.ts";

export type CatalogueToken = ResponseBody<"/console/api/tokens">["tokens"][number];

/** A chain address that a page offers to freeze. */
export interface FreezableAddress {
  /** "Operating wallet", "Source" */
  readonly label: string;
  readonly address: string;
  /** Chains where the address is used. */
  readonly chains: readonly string[];
  /** The token that it holds or moved, if it is one. */
  readonly token?: string;
}

/** Each address once: one that is, for example, source and destination is used on the chains of both. */
export function uniqueAddresses(addresses: readonly FreezableAddress[]): readonly FreezableAddress[] {
  const merged = new Map<string, FreezableAddress>();
  for (const next of addresses) {
    const known = merged.get(next.address);
    merged.set(next.address, known === undefined ? next : mergedAddress(known, next));
  }
  return [...merged.values()];
}

function mergedAddress(left: FreezableAddress, right: FreezableAddress): FreezableAddress {
  return {
    label: left.label === right.label ? left.label : `${left.label}, ${right.label}`,
    address: left.address,
    chains: [...new Set([...left.chains, ...right.chains])],
    ...(left.token !== undefined && left.token === right.token ? { token: left.token } : {}),
  };
}

/** A partly filled freeze form. Unset fields are empty: a wrong network or chain freezes nothing, or too much. */
export interface FreezeDraft {
  readonly network: Network | "";
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  readonly reason: string;
}

export interface FreezeChoices {
  readonly tokens: readonly string[];
  readonly chains: readonly Chain[];
}

/** Tokens and chains that can be frozen for the address of the draft. */
export function freezeChoices(
  draft: FreezeDraft,
  catalogue: readonly CatalogueToken[],
  addresses: readonly FreezableAddress[],
): FreezeChoices {
  const used = addresses.find(({ address }) => address === draft.address)?.chains;
  const chainsOf = (token: CatalogueToken) =>
    activeChains(token).filter((chain) => used === undefined || used.includes(chain));
  const freezable = catalogue.filter((token) => token.can_be_frozen && chainsOf(token).length > 0);
  const token = freezable.find(({ value_type }) => value_type === draft.token);
  return {
    tokens: freezable.map(({ value_type }) => value_type),
    chains: token === undefined ? [] : chainsOf(token),
  };
}

/** Selects what has no alternative, and drops what no longer fits. */
export function completedDraft(
  draft: FreezeDraft,
  catalogue: readonly CatalogueToken[],
  addresses: readonly FreezableAddress[],
): FreezeDraft {
  const { tokens } = freezeChoices(draft, catalogue, addresses);
  const known = addresses.find(({ address }) => address === draft.address)?.token ?? "";
  const token = onlyOrChosen(tokens, draft.token === "" ? known : draft.token);
  const { chains } = freezeChoices({ ...draft, token }, catalogue, addresses);
  return { ...draft, token, chain: onlyOrChosen(chains, draft.chain) };
}

function onlyOrChosen(values: readonly string[], chosen: string): string {
  const [only, ...others] = values;
  return only !== undefined && others.length === 0 ? only : values.includes(chosen) ? chosen : "";
}

function activeChains({ deployments }: CatalogueToken): readonly Chain[] {
  return tokenChains().filter((chain) =>
    deployments.some(({ transfer_type, status }) => transfer_type === chain && status === "active"),
  );
}
