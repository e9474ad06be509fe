import type { AuditDeps } from "../../audit/index.ts";
import type { NewChainWork } from "../../chains/engine/chain-work.ts";
import { assert } from "../../kernel/assert.ts";
import type { Operation } from "../../ledger/index.ts";
import { workFor } from "./chain-operations.ts";
import { advance, type MovementEvent } from "./machine.ts";
import { type Movement, type WorkStep, wayOf } from "./movement.ts";
import { postingsOf } from "./postings.ts";

/** A step of a movement: before and after, with its chain operation and ledger operation. */
export interface MovementStep {
  readonly before: Movement;
  readonly after: Movement;
  readonly work: NewChainWork | undefined;
  readonly operation: Operation | undefined;
}

/** Empty if the event has no effect. */
export function stepsOf(
  { newId, clock }: AuditDeps,
  before: Movement,
  event: MovementEvent,
): readonly MovementStep[] {
  const transition = advance(wayOf(before), before.state, event);
  if (transition === undefined) return [];
  const { begins, effect } = transition;
  const moved = { ...before, state: transition.state, updatedAt: clock.now() };
  const after = begins === undefined ? moved : withWork(moved, begins, newId<"chain-work">());
  return [
    {
      before,
      after,
      work: begins === undefined ? undefined : workFor(after, begins),
      operation: effect === undefined ? undefined : postingsOf(before, effect),
    },
  ];
}

function withWork(movement: Movement, step: WorkStep, workId: string): Movement {
  assert(movement.kind === "transfer", "only a transfer between chains has a second step");
  if (step === "returning") return { ...movement, returnWorkId: workId };
  assert(step === "minting", "the second step is a mint");
  return { ...movement, destination: { ...movement.destination, workId } };
}
