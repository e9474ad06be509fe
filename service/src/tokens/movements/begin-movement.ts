import type { Account } from "../../accounts/index.ts";
import type { Address } from "../../addresses/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { assetOf, contractOn, mintingKeyOf, type Token } from "../token.ts";
import { beginning } from "./machine.ts";
import type { CustodialLeg, Leg, Movement, MovementId, MovementState, Way } from "./movement.ts";
import type { WantedEnd, WantedMovement } from "./movement-request.ts";

/** What was found usable for a movement. */
export interface MovementParts {
  readonly account: Account;
  readonly network: Network;
  readonly token: Token;
  readonly wanted: WantedMovement;
  readonly addresses: ReadonlyMap<string, Address>;
}

export interface NewMovement {
  readonly id: MovementId;
  /** Of the first work on a chain. */
  readonly workId: string;
  readonly now: Instant;
}

/** The movement in its first step. Everything about it has been checked; what is missing now is a bug. */
export function beginMovement(parts: MovementParts, { id, workId, now }: NewMovement): Movement {
  const { account, network, token, wanted } = parts;
  const fields = {
    id,
    tenantId: account.tenantId,
    network,
    accountId: account.id,
    asset: assetOf(token),
    token: { id: token.id, issuerKeyIndex: mintingKeyOf(token).issuer.index },
    units: wanted.units,
    returnWorkId: undefined,
    createdAt: now,
    updatedAt: now,
  };
  switch (wanted.kind) {
    case "mint":
      return {
        ...fields,
        kind: "mint",
        state: begun("mint"),
        destination: { ...legOf(parts, wanted.destination), workId },
      };
    case "burn":
      return {
        ...fields,
        kind: "burn",
        state: begun("burn"),
        source: sourceOf(parts, wanted.source, workId),
      };
    case "transfer":
      return {
        ...fields,
        kind: "transfer",
        state: begun(wanted.source.chain === wanted.destination.chain ? "transfer" : "bridge"),
        source: sourceOf(parts, wanted.source, workId),
        destination: legOf(parts, wanted.destination),
      };
  }
}

function begun(way: Way): MovementState {
  return { status: "pending", step: beginning(way).step };
}

function sourceOf(parts: MovementParts, end: WantedEnd, workId: string): CustodialLeg {
  const leg = legOf(parts, end);
  assert(leg.keyIndex !== undefined, "tokens are taken from an address whose key is ours");
  return { ...leg, keyIndex: leg.keyIndex, workId };
}

function legOf({ addresses, token }: MovementParts, { addressId, chain }: WantedEnd): Leg {
  const address = addresses.get(addressId);
  assert(address?.medium === "chain", "both ends of a movement are on chains");
  const contract = contractOn(token, chain);
  assert(contract !== undefined, "both ends of a movement are on chains that have the token");
  const keyIndex = address.kind === "internal" ? address.keyIndex : undefined;
  return { addressId, chain, address: address.onChainAddress, keyIndex, contract, workId: undefined };
}
