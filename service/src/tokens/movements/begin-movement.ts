import type { Account } from "../../accounts/index.ts";
import type { Address } from "../../addresses/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { assetOf, contractOn, mintingKeyOf, type Token } from "../token.ts";
import { beginning } from "./machine.ts";
import type { CustodialLeg, Leg, Movement, MovementId, MovementState, Way } from "./movement.ts";
import type { RequestedEnd, RequestedMovement } from "./movement-request.ts";

/** The validated parts of a movement. */
export interface MovementParts {
  readonly account: Account;
  readonly network: Network;
  readonly token: Token;
  readonly requestedMovement: RequestedMovement;
  readonly addresses: ReadonlyMap<string, Address>;
}

export interface NewMovement {
  readonly id: MovementId;
  /** Id of the first chain operation. */
  readonly workId: string;
  readonly now: Instant;
}

/** The movement in its first step. Everything has been checked; anything missing now is a bug. */
export function beginMovement(parts: MovementParts, { id, workId, now }: NewMovement): Movement {
  const { account, network, token, requestedMovement } = parts;
  const fields = {
    id,
    tenantId: account.tenantId,
    network,
    accountId: account.id,
    asset: assetOf(token),
    token: { id: token.id, issuerKeyIndex: mintingKeyOf(token).issuer.index },
    units: requestedMovement.units,
    returnWorkId: undefined,
    createdAt: now,
    updatedAt: now,
  };
  switch (requestedMovement.kind) {
    case "mint":
      return {
        ...fields,
        kind: "mint",
        state: begun("mint"),
        destination: { ...legOf(parts, requestedMovement.destination), workId },
      };
    case "burn":
      return {
        ...fields,
        kind: "burn",
        state: begun("burn"),
        source: sourceOf(parts, requestedMovement.source, workId),
      };
    case "transfer":
      return {
        ...fields,
        kind: "transfer",
        state: begun(
          requestedMovement.source.chain === requestedMovement.destination.chain ? "transfer" : "bridge",
        ),
        source: sourceOf(parts, requestedMovement.source, workId),
        destination: legOf(parts, requestedMovement.destination),
      };
  }
}

function begun(way: Way): MovementState {
  return { status: "pending", step: beginning(way).step };
}

function sourceOf(parts: MovementParts, end: RequestedEnd, workId: string): CustodialLeg {
  const leg = legOf(parts, end);
  assert(leg.keyIndex !== undefined, "the source is a custodial address");
  return { ...leg, keyIndex: leg.keyIndex, workId };
}

function legOf({ addresses, token }: MovementParts, { addressId, chain }: RequestedEnd): Leg {
  const address = addresses.get(addressId);
  assert(address?.medium === "chain", "source and destination are on chains");
  const contract = contractOn(token, chain);
  assert(contract !== undefined, "the token is active on both chains");
  const keyIndex = address.kind === "internal" ? address.keyIndex : undefined;
  return { addressId, chain, address: address.onChainAddress, keyIndex, contract, workId: undefined };
}
