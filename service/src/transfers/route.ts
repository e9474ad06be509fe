import { assert } from "../kernel/assert.ts";
import type { Flow, TransferToken } from "./transfer.ts";

/** How value is carried between the two ends of a transfer. */
export type Carriage =
  /** In dollars, which stand in clearing meanwhile: from the bank, a reserve or the treasury, to one of those. */
  | "dollars"
  /** As the token itself: burned on one chain, minted on another. */
  | "token"
  /** Not at all: the treasury takes one token and gives another. */
  | "exchange"
  /** Not at all: it stays on its chain. */
  | "none";

export function carriageOf({
  flow,
  source,
  destination,
}: {
  readonly flow: Flow;
  readonly source: RouteEnd;
  readonly destination: RouteEnd;
}): Carriage {
  switch (flow) {
    case "payout":
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

/** Which flow connects two ends; undefined where there is none. */
export function flowBetween(source: RouteEnd, destination: RouteEnd): Flow | undefined {
  if (source.medium === "bank") {
    if (destination.medium === "bank") return undefined;
    // Others' tokens are bought by swapping: what is held for swaps would be set aside for days while money is on its way.
    return isBacked(destination.token) ? "onramp" : undefined;
  }
  if (destination.medium === "bank") return isDollars(source.token) ? "offramp" : undefined;
  if (source.token.id === destination.token.id) return sameToken(source, destination);
  return isDollars(source.token) && isDollars(destination.token) ? "swap" : undefined;
}

export type RouteEnd =
  | { readonly medium: "bank" }
  | { readonly medium: "chain"; readonly chain: string; readonly token: RouteToken };

export type RouteToken = Pick<TransferToken, "id" | "origin"> & { readonly isBacked?: boolean };

/** The same token on another chain is burned and minted; one of others cannot be, but the treasury may have it on both. */
function sameToken(
  source: RouteEnd & { readonly medium: "chain" },
  destination: RouteEnd & { readonly medium: "chain" },
): Flow {
  if (source.chain === destination.chain) return "payout";
  return source.token.origin === "own" ? "bridge" : "swap";
}

/** Worth dollars that the service has or can get: not merely the word of its issuer. */
function isDollars(token: RouteToken): boolean {
  return token.origin === "third_party" || isBacked(token);
}

function isBacked(token: RouteToken): boolean {
  return token.origin === "own" && token.isBacked === true;
}

function originOf(end: RouteEnd): TransferToken["origin"] {
  assert(end.medium === "chain", "both ends of a swap are on chains");
  return end.token.origin;
}
