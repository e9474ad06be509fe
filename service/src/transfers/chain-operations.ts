import type { ChainOperation, RecipientCustomer } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { NewChainWork } from "../chains/engine/chain-work.ts";
import type { KeyRef } from "../chains/signer.ts";
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

/** Owner of a transfer's chain operations, payments and virtual accounts, and of what is in clearing. */
export const transfersOwnerName = "transfers";

/** Steps that wait for a chain operation. */
export type ChainStep = "withdrawing" | "sending" | "delivering" | "refunding";

/** The chain operation of a step. */
export function workFor(transfer: Transfer, step: ChainStep): NewChainWork {
  const { tenantId, network, id: subject } = transfer;
  const workId = workIdOf(transfer, step);
  const { chain, operation } = commandOf(transfer, step, workId);
  return { id: workId, network, chain, tenantId, owner: transfersOwnerName, subject, operation };
}

/** The chain operation that a transfer waits for in this step; outcomes of any other are stale. */
export function workIdOf(transfer: Transfer, step: ChainStep): string {
  const workId = workIdByStep(transfer, step);
  assert(workId !== undefined, `a transfer in step ${step} has a chain operation`);
  return workId;
}

function workIdByStep({ source, destination, reversal }: Transfer, step: ChainStep): string | undefined {
  switch (step) {
    case "withdrawing":
    case "sending":
      return source.medium === "chain" ? source.workId : undefined;
    case "delivering":
      return destination.medium === "chain" ? destination.workId : undefined;
    case "refunding":
      return reversal.workId;
  }
}

interface ChainCommand {
  readonly chain: ChainName;
  readonly operation: ChainOperation;
}

function commandOf(transfer: Transfer, step: ChainStep, reference: string): ChainCommand {
  switch (step) {
    case "withdrawing":
      return withdraw(transfer, sourceOf(transfer), reference);
    case "sending":
      return send(transfer, reference);
    case "delivering":
      return deliver(destinationOf(transfer), { units: deliveredUnits(transfer), reference });
    case "refunding":
      return deliver(sourceOf(transfer), { units: transfer.units, reference });
  }
}

function withdraw({ units }: Transfer, source: TokenSource, reference: string): ChainCommand {
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

function send(transfer: Transfer, reference: string): ChainCommand {
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
      ...recipient(destinationOf(transfer)),
      units: transfer.units,
    },
  };
}

/** Sends tokens to an address: newly minted ones, or from the treasury. */
function deliver(
  leg: TokenSource | TokenDestination,
  { units, reference }: { readonly units: bigint; readonly reference: string },
): ChainCommand {
  const { chain, token } = leg;
  const { contract } = token;
  const to = recipient(leg);
  if (token.origin === "own") {
    const minting = { issuer: issuerKey(token), authority: "platform" } as const;
    return { chain, operation: { kind: "mint", reference, contract, ...minting, ...to, units } };
  }
  const treasury = treasuryOf(token);
  const from = { from: treasury.address, fromKey: custodyKey(treasury.keyIndex) };
  return { chain, operation: { kind: "transfer", reference, contract, ...from, ...to, units } };
}

function sourceOf({ source }: Transfer): TokenSource {
  assert(source.medium === "chain", "tokens are withdrawn from an address on a chain");
  return source;
}

function destinationOf({ destination }: Transfer): TokenDestination {
  assert(destination.medium === "chain", "tokens are delivered to an address on a chain");
  return destination;
}

function treasuryOf({ treasury }: ThirdPartyToken): TreasuryPlace {
  assert(treasury !== undefined, "third-party tokens are exchanged with the treasury");
  return treasury;
}

function recipient(end: TokenSource | TokenDestination): RecipientCustomer & {
  readonly to: string;
  readonly toKey?: KeyRef;
} {
  const { address: to, keyIndex } = end;
  if (keyIndex !== undefined) return { to, toKey: custodyKey(keyIndex) };
  const { memo, muxedAddress }: TokenDestination = end;
  return {
    to,
    ...(memo === undefined ? {} : { memo }),
    ...(muxedAddress === undefined ? {} : { muxedTo: muxedAddress }),
  };
}

function custodyKey(index: number): KeyRef {
  return { role: "custody", index };
}

function issuerKey({ issuerKeyIndex: index }: OwnToken): KeyRef {
  return { role: "issuer", index };
}
