import Type from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import type { FailureReason } from "../chain.ts";
import { isTokenProgram, systemProgram } from "./programs.ts";

export interface Failure {
  readonly reason: FailureReason;
  readonly detail: string;
}

const instructionError = shapeOf(
  Type.Object({ InstructionError: Type.Tuple([Type.Number(), Type.Unknown()]) }),
);
const custom = shapeOf(Type.Object({ Custom: Type.Number() }));

/** The index of the failed instruction; undefined if the transaction failed as a whole. */
export function failedInstruction(error: unknown): number | undefined {
  return instructionError.is(error) ? error.InstructionError[0] : undefined;
}

/** An error code has a meaning only together with the program that returned it. */
export function failureOf(error: unknown, program: string | undefined): Failure {
  const cause = instructionError.is(error) ? error.InstructionError[1] : undefined;
  const known = custom.is(cause) && program !== undefined ? knownFailure(program, cause.Custom) : undefined;
  return known ?? { reason: "rejected", detail: describe(error) };
}

function knownFailure(program: string, code: number): Failure | undefined {
  if (isTokenProgram(program)) return tokenFailures.get(code);
  // Only mints are created at a given address: this token was deployed before.
  if (program === systemProgram && code === 0)
    return { reason: "reference_used", detail: "the token already exists on the chain" };
  return undefined;
}

// Token-2022, error.rs.
const tokenFailures = new Map<number, Failure>([
  [1, { reason: "insufficient_tokens", detail: "the holder has insufficient tokens" }],
  [17, { reason: "frozen", detail: "the token account is frozen" }],
  [67, { reason: "paused", detail: "the token is paused" }],
]);

const maxDetail = 200;

function describe(error: unknown): string {
  return (JSON.stringify(error) ?? "unknown error").slice(0, maxDetail);
}
