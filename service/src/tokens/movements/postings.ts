import type { ChainName } from "../../chains/chain-name.ts";
import { assert } from "../../kernel/assert.ts";
import type { Asset } from "../../kernel/money.ts";
import type { LedgerAccount, Operation, Posting } from "../../ledger/index.ts";
import type { MovementEffect } from "./machine.ts";
import type { CustodialLeg, Leg, Movement, MovementId } from "./movement.ts";

/** Holds the tokens of the source while the chain operation is in progress. */
export function holdFor(movement: Movement): Operation {
  const { asset, units } = movement;
  return {
    type: "hold",
    key: holdKeyOf(movement.id),
    account: walletOf(sourceOf(movement), asset),
    units,
  };
}

/**
 * Ledger operation of an effect. Between two chains the tokens count as minted on the second as soon as they are burned
 * on the first, and stay in clearing until that mint is final, so total supply never changes.
 */
export function postingsOf(movement: Movement, effect: MovementEffect): Operation {
  const { id, asset, units } = movement;
  const key = `token-movement/${id}/${effect}`;
  const holdKey = holdKeyOf(id);
  const post = (...postings: readonly Posting[]): Operation => ({ type: "post", key, postings });
  const postHold = (...postings: readonly Posting[]): Operation => ({
    type: "post_hold",
    key,
    holdKey,
    postings,
  });
  const take = (account: LedgerAccount): Posting => ({ account, units: -units });
  const give = (account: LedgerAccount): Posting => ({ account, units });
  const supply = (leg: Leg): LedgerAccount => supplyOn(movement, leg.chain);
  switch (effect) {
    case "minted":
      return post(take(supply(destinationOf(movement))), give(holderOf(destinationOf(movement), asset)));
    case "burned":
      return postHold(take(walletOf(sourceOf(movement), asset)), give(supply(sourceOf(movement))));
    case "moved":
      return postHold(
        take(walletOf(sourceOf(movement), asset)),
        give(holderOf(destinationOf(movement), asset)),
      );
    case "voided":
      return { type: "void_hold", key, holdKey };
    case "crossed":
      return postHold(
        take(walletOf(sourceOf(movement), asset)),
        give(supply(sourceOf(movement))),
        take(supply(destinationOf(movement))),
        give(clearingOn(destinationOf(movement).chain, asset)),
      );
    case "arrived":
      return post(
        take(clearingOn(destinationOf(movement).chain, asset)),
        give(holderOf(destinationOf(movement), asset)),
      );
    case "turned_back":
      return post(
        take(clearingOn(destinationOf(movement).chain, asset)),
        give(supply(destinationOf(movement))),
        take(supply(sourceOf(movement))),
        give(clearingOn(sourceOf(movement).chain, asset)),
      );
    case "returned":
      return post(
        take(clearingOn(sourceOf(movement).chain, asset)),
        give(walletOf(sourceOf(movement), asset)),
      );
  }
}

export function walletOf(
  { addressId, chain }: Pick<Leg, "addressId" | "chain">,
  asset: Asset,
): LedgerAccount {
  return { kind: "wallet", owner: addressId, chain, asset };
}

function holderOf(leg: Leg, asset: Asset): LedgerAccount {
  return leg.keyIndex === undefined ? { kind: "external", chain: leg.chain, asset } : walletOf(leg, asset);
}

/** Supply account of a chain; its negative balance is what was minted. */
export function supplyOn({ token, asset }: Movement, chain: ChainName): LedgerAccount {
  return { kind: "supply", owner: token.id, chain, asset };
}

function clearingOn(chain: ChainName, asset: Asset): LedgerAccount {
  return { kind: "clearing", owner: "tokens.movements", chain, asset };
}

function holdKeyOf(id: MovementId): string {
  return `token-movement/${id}/held`;
}

function sourceOf(movement: Movement): CustodialLeg {
  assert(movement.kind !== "mint", "a mint has no source");
  return movement.source;
}

function destinationOf(movement: Movement): Leg {
  assert(movement.kind !== "burn", "a burn has no destination");
  return movement.destination;
}
