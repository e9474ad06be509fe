import { assert } from "../kernel/assert.ts";
import type { Flow, TransferToken } from "./transfer.ts";

/** The asset in which a transfer settles between source and destination. */
export type SettlementAsset =
  /** Dollars in clearing: from the bank, a reserve or the treasury, to one of these. */
  | "dollars"
  /** The token itself: burned on one chain, minted on another. */
  | "token"
  /** None: the treasury exchanges one token for another. */
  | "exchange"
  /** None: the token stays on its chain, is minted or is burned. */
  | "none";

export function settlementAssetOf({
  flow,
  source,
  destination,
}: {
  readonly flow: Flow;
  readonly source: RouteEnd;
  readonly destination: RouteEnd;
}): SettlementAsset {
  switch (flow) {
    case "payout":
    case "mint":
    case "burn":
      return "none";
    case "bridge":
      return "token";
    case "onramp":
    case "offramp":
      return "dollars";
    case "swap":
      return originOf(source) === "third_party" && originOf(destination) === "third_party"
        ? "exchange"
        : "dollars";
  }
}

/** The flow between a source and a destination; undefined if there is no route. */
export function flowBetween(source: RouteEnd, destination: RouteEnd): Flow | undefined {
  if (source.medium === "supply") return destination.medium === "chain" ? "mint" : undefined;
  if (destination.medium === "supply") return source.medium === "chain" ? "burn" : undefined;
  if (source.medium === "bank") {
    if (destination.medium === "bank") return undefined;
    // Third-party tokens are only swapped: treasury inventory would be on hold for days while the money settles.
    return isBacked(destination.token) ? "onramp" : undefined;
  }
  if (destination.medium === "bank") return isDollars(source.token) ? "offramp" : undefined;
  if (source.token.id === destination.token.id) return sameToken(source, destination);
  return isDollars(source.token) && isDollars(destination.token) ? "swap" : undefined;
}

export type RouteEnd =
  | { readonly medium: "bank" }
  | { readonly medium: "supply" }
  | { readonly medium: "chain"; readonly chain: string; readonly token: RouteToken };

export type RouteToken = Pick<TransferToken, "id" | "origin"> & { readonly isBacked?: boolean };

/** A token issued here is burned and minted; a third-party token is swapped via the treasury. */
function sameToken(
  source: RouteEnd & { readonly medium: "chain" },
  destination: RouteEnd & { readonly medium: "chain" },
): Flow {
  if (source.chain === destination.chain) return "payout";
  return source.token.origin === "own" ? "bridge" : "swap";
}

/** Convertible to dollars by this instance: dollar-backed or third-party, not issuer-attested. */
function isDollars(token: RouteToken): boolean {
  return token.origin === "third_party" || isBacked(token);
}

function isBacked(token: RouteToken): boolean {
  return token.origin === "own" && token.isBacked === true;
}

function originOf(end: RouteEnd): TransferToken["origin"] {
  assert(end.medium === "chain", "a swap is between tokens");
  return end.token.origin;
}
