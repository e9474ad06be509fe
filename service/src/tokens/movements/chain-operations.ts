import type { ChainOperation } from "../../chains/chain.ts";
import type { NewChainWork } from "../../chains/engine/chain-work.ts";
import type { KeyRef } from "../../chains/signer.ts";
import { assert } from "../../kernel/assert.ts";
import type { CustodialLeg, Leg, Movement, WorkStep } from "./movement.ts";

export const movementsOwnerName = "tokens.movements";

/** The chain operation of a step. */
export function workFor(movement: Movement, step: WorkStep): NewChainWork {
  const { tenantId, network, id: subject } = movement;
  const { leg, workId, operation } = operationOf(movement, step);
  return {
    id: workId,
    network,
    chain: leg.chain,
    tenantId,
    owner: movementsOwnerName,
    subject,
    operation,
  };
}

/** The chain operation that a movement waits for in this step; outcomes of any other are stale. */
export function workIdOf(movement: Movement, step: WorkStep): string {
  const workId = workIdByStep(movement, step);
  assert(workId !== undefined, `a movement in step ${step} has a chain operation`);
  return workId;
}

function workIdByStep(movement: Movement, step: WorkStep): string | undefined {
  switch (step) {
    case "minting":
      return movement.kind === "burn" ? undefined : movement.destination.workId;
    case "burning":
    case "moving":
      return movement.kind === "mint" ? undefined : movement.source.workId;
    case "returning":
      return movement.returnWorkId;
  }
}

interface ChainEffect {
  readonly leg: Leg;
  readonly workId: string;
  readonly operation: ChainOperation;
}

function operationOf(movement: Movement, step: WorkStep): ChainEffect {
  const workId = workIdOf(movement, step);
  switch (step) {
    case "minting":
      assert(movement.kind !== "burn", "a burn mints nothing");
      return mintTo(movement, movement.destination, workId);
    case "returning":
      assert(movement.kind === "transfer", "only what was to go elsewhere can be returned");
      return mintTo(movement, movement.source, workId);
    case "burning":
      assert(movement.kind !== "mint", "a mint burns nothing");
      return burnFrom(movement, movement.source, workId);
    case "moving":
      assert(movement.kind === "transfer", "only a transfer moves tokens");
      return {
        leg: movement.source,
        workId,
        operation: {
          kind: "transfer",
          reference: workId,
          contract: movement.source.contract,
          from: movement.source.address,
          fromKey: custodyKey(movement.source.keyIndex),
          ...receiver(movement.destination),
          units: movement.units,
        },
      };
  }
}

function mintTo({ units, token }: Movement, leg: Leg, workId: string): ChainEffect {
  const issuer = issuerKey(token.issuerKeyIndex);
  const what = { reference: workId, contract: leg.contract, issuer, ...receiver(leg), units };
  return { leg, workId, operation: { kind: "mint", authority: "platform", ...what } };
}

function burnFrom({ units, token }: Movement, leg: CustodialLeg, workId: string): ChainEffect {
  const from = { from: leg.address, fromKey: custodyKey(leg.keyIndex) };
  const issuer = issuerKey(token.issuerKeyIndex);
  return {
    leg,
    workId,
    operation: { kind: "burn", reference: workId, contract: leg.contract, issuer, ...from, units },
  };
}

function receiver({ address, keyIndex }: Leg): { readonly to: string; readonly toKey?: KeyRef } {
  return keyIndex === undefined ? { to: address } : { to: address, toKey: custodyKey(keyIndex) };
}

function custodyKey(index: number): KeyRef {
  return { role: "custody", index };
}

function issuerKey(index: number): KeyRef {
  return { role: "issuer", index };
}
