import type { ChainOperation } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { KeyRef } from "../chains/signer.ts";
import type { NewChainWork } from "../chains/work/chain-work.ts";
import { assert } from "../kernel/assert.ts";
import {
  deliveredUnits,
  type OwnToken,
  type ThirdPartyToken,
  type TokenDestination,
  type TokenSource,
  type Transfer,
  type TreasuryPlace,
} from "./transfer.ts";

export const transfersOwnerName = "transfers";

/** The steps that wait for a chain. */
export type ChainStep = "taking" | "moving" | "giving" | "restoring";

/** The work that a step of a transfer has done on a chain. */
export function workFor(transfer: Transfer, step: ChainStep): NewChainWork {
  const { tenantId, network, id: subject } = transfer;
  const workId = workIdOf(transfer, step);
  const { chain, operation } = deedOf(transfer, step, workId);
  return { id: workId, network, chain, tenantId, owner: transfersOwnerName, subject, operation };
}

/** Which work a transfer waits for in a step; the outcome of any other is old news. */
export function workIdOf(transfer: Transfer, step: ChainStep): string {
  const workId = workIdByStep(transfer, step);
  assert(workId !== undefined, `a transfer that is ${step} has work under way`);
  return workId;
}

function workIdByStep({ source, destination, undoing }: Transfer, step: ChainStep): string | undefined {
  switch (step) {
    case "taking":
    case "moving":
      return source.medium === "chain" ? source.workId : undefined;
    case "giving":
      return destination.medium === "chain" ? destination.workId : undefined;
    case "restoring":
      return undoing.workId;
  }
}

interface ChainDeed {
  readonly chain: ChainName;
  readonly operation: ChainOperation;
}

function deedOf(transfer: Transfer, step: ChainStep, reference: string): ChainDeed {
  switch (step) {
    case "taking":
      return take(transfer, sourceOf(transfer), reference);
    case "moving":
      return move(transfer, reference);
    case "giving":
      return give(destinationOf(transfer), { units: deliveredUnits(transfer), reference });
    case "restoring":
      return give(sourceOf(transfer), { units: transfer.units, reference });
  }
}

function take({ units }: Transfer, source: TokenSource, reference: string): ChainDeed {
  const { chain, token } = source;
  const { contract } = token;
  const from = { from: source.address, fromKey: custodyKey(source.keyIndex) };
  if (token.origin === "own") {
    const issuer = issuerKey(token);
    return { chain, operation: { kind: "burn", reference, contract, issuer, ...from, units } };
  }
  const treasury = treasuryOf(token);
  const to = { to: treasury.address, toKey: custodyKey(treasury.keyIndex) };
  return { chain, operation: { kind: "transfer", reference, contract, ...from, ...to, units } };
}

function move(transfer: Transfer, reference: string): ChainDeed {
  const source = sourceOf(transfer);
  const { contract } = source.token;
  const from = { from: source.address, fromKey: custodyKey(source.keyIndex) };
  return {
    chain: source.chain,
    operation: {
      kind: "transfer",
      reference,
      contract,
      ...from,
      ...receiver(destinationOf(transfer)),
      units: transfer.units,
    },
  };
}

/** Tokens for an address: newly minted, or out of the treasury. */
function give(
  end: TokenSource | TokenDestination,
  { units, reference }: { readonly units: bigint; readonly reference: string },
): ChainDeed {
  const { chain, token } = end;
  const { contract } = token;
  const to = receiver(end);
  if (token.origin === "own") {
    const minting = { issuer: issuerKey(token), authority: "platform" } as const;
    return { chain, operation: { kind: "mint", reference, contract, ...minting, ...to, units } };
  }
  const treasury = treasuryOf(token);
  const from = { from: treasury.address, fromKey: custodyKey(treasury.keyIndex) };
  return { chain, operation: { kind: "transfer", reference, contract, ...from, ...to, units } };
}

function sourceOf({ source }: Transfer): TokenSource {
  assert(source.medium === "chain", "tokens are taken from an address on a chain");
  return source;
}

function destinationOf({ destination }: Transfer): TokenDestination {
  assert(destination.medium === "chain", "tokens are given to an address on a chain");
  return destination;
}

function treasuryOf({ treasury }: ThirdPartyToken): TreasuryPlace {
  assert(treasury !== undefined, "tokens of others are exchanged with the treasury");
  return treasury;
}

function receiver({ address, keyIndex }: TokenSource | TokenDestination): {
  readonly to: string;
  readonly toKey?: KeyRef;
} {
  return keyIndex === undefined ? { to: address } : { to: address, toKey: custodyKey(keyIndex) };
}

function custodyKey(index: number): KeyRef {
  return { duty: "custody", index };
}

function issuerKey({ issuerKeyIndex: index }: OwnToken): KeyRef {
  return { duty: "issuer", index };
}
