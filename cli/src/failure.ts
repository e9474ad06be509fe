import { CommanderError } from "commander";
import type { Outlet } from "./command-context.ts";

/** The command failed; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
}

/** The command line is incorrect. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
}

/** The user pressed ^C. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
}

export const exitCodes = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const;

/** Reports the error without a stack trace, and returns the exit code. */
export function reportFailure(error: unknown, stderr: Outlet): number {
  // Commander has already printed its error, or the requested help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused;
  if (error instanceof InterruptedError) {
    stderr.write("florin: interrupted\n");
    return exitCodes.interrupted;
  }
  if (error instanceof CommandError) {
    stderr.write(`florin: ${error.message}\n`);
    return error instanceof UsageError ? exitCodes.misused : exitCodes.failed;
  }
  stderr.write(`florin: unexpected error: ${textOf(error)}\n`);
  return exitCodes.failed;
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
