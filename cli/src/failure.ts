import { CommanderError } from "commander";
import type { Outlet } from "./surroundings.ts";

/** The command cannot be done; the message tells the person why, and what to do. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
}

/** The command was not given as it must be. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
}

/** The person changed their mind with ^C. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
}

export const exitCodes = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const;

/** Says what went wrong, in words and without a stack, and answers the exit code. */
export function reportFailure(error: unknown, stderr: Outlet): number {
  // Commander has said it already, or was asked for help and has given it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused;
  if (error instanceof InterruptedError) {
    stderr.write("florin: interrupted\n");
    return exitCodes.interrupted;
  }
  if (error instanceof CommandError) {
    stderr.write(`florin: ${error.message}\n`);
    return error instanceof UsageError ? exitCodes.misused : exitCodes.failed;
  }
  stderr.write(`florin: something went wrong that should not: ${textOf(error)}\n`);
  return exitCodes.failed;
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
