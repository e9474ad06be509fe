import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRefusal } from "../../kernel/refusal.ts";
import {
  type EventName,
  eventNames,
  next,
  states,
  type Transition,
  transitions,
  type VerificationEvent,
} from "./machine.ts";
import { stages, statusOf, type VerificationState } from "./verification.ts";

/*
 * Every pair of state and event. `!` marks an open hit; each cell is the next state, then the effects; `why` requires a
 * written reason; a dot is refused.
 */
const table = `
                             | screening                  | deciding                               | documents_required                     | documents_required!                     | in_review                              | in_review!                              | complete    | complete!     | rejected
screened_clear               | deciding ask_provider      | deciding                               | documents_required                     | documents_required!                     | in_review                              | in_review!                              | complete    | complete!     | .
screened_hit                 | in_review!                 | in_review!                             | in_review!                             | in_review!                              | in_review!                             | in_review!                              | complete!   | complete!     | .
provider_passed              | .                          | complete complete                      | .                                      | .                                       | .                                      | .                                       | .           | .             | .
provider_denied              | .                          | rejected reject                        | .                                      | .                                       | .                                      | .                                       | .           | .             | .
provider_referred            | .                          | in_review                              | .                                      | .                                       | .                                      | .                                       | .           | .             | .
provider_needs_documents     | .                          | documents_required require_documents   | .                                      | .                                       | .                                      | .                                       | .           | .             | .
documents_submitted          | .                          | .                                      | deciding ask_provider                  | in_review!                              | .                                      | .                                       | .           | .             | .
reviewer_approved            | .                          | complete complete                      | complete complete                      | complete complete why                   | complete complete                      | complete complete why                   | .           | .             | .
reviewer_rejected            | rejected reject            | rejected reject                        | rejected reject                        | rejected reject                         | rejected reject                        | rejected reject                         | .           | .             | .
reviewer_requested_documents | .                          | documents_required require_documents   | documents_required require_documents   | documents_required! require_documents   | documents_required require_documents   | documents_required! require_documents   | .           | .             | .
reviewer_cleared_hit         | .                          | .                                      | .                                      | .                                       | .                                      | .                                       | .           | complete why  | .
simulated_complete           | .                          | complete complete                      | complete complete                      | .                                       | complete complete                      | .                                       | .           | .             | .
simulated_rejected           | .                          | rejected reject                        | rejected reject                        | rejected reject                         | rejected reject                        | rejected reject                         | .           | .             | .
simulated_review             | .                          | in_review                              | in_review                              | in_review!                              | in_review                              | in_review!                              | .           | .             | .
simulated_documents_required | .                          | documents_required require_documents   | documents_required require_documents   | documents_required! require_documents   | documents_required require_documents   | documents_required! require_documents   | .           | .             | .
`;

interface Pair {
  readonly from: VerificationState;
  readonly event: EventName;
  readonly expected: string;
}

function readTable(): readonly Pair[] {
  const [head = "", ...lines] = table.trim().split("\n");
  const columns = cellsOf(head).slice(1).map(readState);
  return lines.flatMap((line) => {
    const [event, ...cells] = cellsOf(line);
    return cells.map((expected, index): Pair => {
      const from = columns[index];
      if (from === undefined) throw new Error("a cell without a column");
      return { from, event: event as EventName, expected };
    });
  });
}

function cellsOf(line: string): readonly string[] {
  return line.split("|").map((cell) => cell.trim());
}

function readState(text: string): VerificationState {
  const found = states.find((state) => say(state) === text);
  if (found === undefined) throw new Error(`${text} is no state`);
  return found;
}

function say({ stage, hasOpenHit }: VerificationState): string {
  return hasOpenHit ? `${stage}!` : stage;
}

function sayTransition({ to, effects, needsReason }: Transition): string {
  return [say(to), ...effects, ...(needsReason ? ["why"] : [])].join(" ");
}

describe("the table of states and events", () => {
  const pairs = readTable();

  test("contains every pair exactly once", () => {
    const names = pairs.map(({ from, event }) => `${say(from)} ${event}`);
    expect(new Set(names).size).toBe(states.length * eventNames.length);
    expect(names).toHaveLength(states.length * eventNames.length);
  });

  test.each(pairs.map((pair) => ({ ...pair, where: say(pair.from) })))(
    "$where, $event: $expected",
    ({ from, event, expected }) => {
      const outcome = next(from, { name: event, reason: "not the individual on the list" });
      if (expected === ".") expect(outcome).toMatchObject({ kind: "refusal", code: "conflict" });
      else expect(isRefusal(outcome) ? outcome : sayTransition(outcome)).toBe(expected);
    },
  );

  test.each(pairs.filter(({ expected }) => expected.endsWith("why")))(
    "$event requires a non-blank reason",
    ({ from, event }) => {
      for (const reason of [undefined, "", "  \n"]) {
        const errors = [expect.objectContaining({ pointer: "/reason" })];
        expect(next(from, { name: event, reason })).toMatchObject({ code: "validation_failed", errors });
      }
    },
  );
});

describe("any sequence of events", () => {
  const anyEvent = fc.record<VerificationEvent>({
    name: fc.constantFrom(...eventNames),
    reason: fc.constantFrom(undefined, "seen"),
  });
  const anySequence = fc.array(anyEvent, { maxLength: 40 });

  test("changes the status only as specified, and never from complete or rejected", () => {
    fc.assert(
      fc.property(anySequence, (events) => {
        for (const { from, to } of walk(events)) {
          const before = statusOf(from.stage);
          if (before !== "pending") expect(statusOf(to.stage)).toBe(before);
        }
      }),
    );
  });

  test("completes despite a hit only by a reviewer with a reason", () => {
    fc.assert(
      fc.property(anySequence, (events) => {
        for (const step of walk(events)) {
          const isCompletion = step.from.stage !== "complete" && step.to.stage === "complete";
          if (isCompletion && step.from.hasOpenHit) {
            expect(step.event).toEqual({ name: "reviewer_approved", reason: "seen" });
          }
        }
      }),
    );
  });

  test("completes or rejects an account at most once", () => {
    fc.assert(
      fc.property(anySequence, (events) => {
        const final = walk(events).flatMap(({ effects }) =>
          effects.filter((effect) => effect === "complete" || effect === "reject"),
        );
        expect(final.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test("every state is reachable, and every state that is not final can be left", () => {
  const reached = new Set(transitions.map(({ to }) => to.stage));
  expect([...reached, "screening"].sort()).toEqual([...stages].sort());
  for (const stage of stages.filter((one) => statusOf(one) === "pending")) {
    expect(transitions.some(({ from, to }) => from.stage === stage && to.stage !== stage)).toBe(true);
  }
});

test("the diagram in the README matches the machine, edge by edge", () => {
  const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");
  const diagram = /```mermaid\n([^`]*)```/.exec(readme)?.[1] ?? "";
  const edges = [...diagram.matchAll(/^ *(\w+) --> (\w+): (.+)$/gm)].flatMap(([, from, to, label = ""]) =>
    label.split(", ").map((event) => `${from} ${event} ${to}`),
  );
  const drawn = transitions.filter(({ from, to }) => say(from) !== say(to));
  const expected = drawn.map(({ from, event, to }) => `${node(from)} ${event} ${node(to)}`);
  expect([...edges].sort()).toEqual([...expected].sort());
});

function node(state: VerificationState): string {
  return state.hasOpenHit ? `${state.stage}_with_hit` : state.stage;
}

interface Walked {
  readonly from: VerificationState;
  readonly event: VerificationEvent;
  readonly to: VerificationState;
  readonly effects: Transition["effects"];
}

/** The allowed steps; refused events change nothing. */
function walk(events: readonly VerificationEvent[]): readonly Walked[] {
  let state: VerificationState = { stage: "screening", hasOpenHit: false };
  return events.flatMap((event) => {
    const outcome = next(state, event);
    if (isRefusal(outcome)) return [];
    const from = state;
    state = outcome.to;
    return [{ from, event, to: outcome.to, effects: outcome.effects }];
  });
}
