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

/** Nothing has happened yet: other users have to approve the operation first. */
export class ApprovalNeededError extends CommandError {
  override readonly name = "ApprovalNeededError";
}

/** The operation was accepted, but what it started ended without success. */
export class UnsuccessfulError extends CommandError {
  override readonly name = "UnsuccessfulError";
}

/** No response, or the wait took too long: the operation may have had its effect. */
export class UnknownOutcomeError extends CommandError {
  override readonly name = "UnknownOutcomeError";
}

/** The user pressed ^C. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
}

export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  approvalNeeded: 3,
  unsuccessful: 4,
  unknown: 5,
  interrupted: 130,
} as const;

/** Reports the error without a stack trace, and returns the exit code. */
export function reportFailure(error: unknown, stderr: Outlet): number {
  // Commander has already printed its error, or the requested help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused;
  if (error instanceof InterruptedError) {
    stderr.write(`florin: ${error.message}\n`);
    return exitCodes.interrupted;
  }
  if (error instanceof CommandError) {
    stderr.write(`florin: ${error.message}\n`);
    return exitCodeOf(error);
  }
  stderr.write(`florin: unexpected error: ${textOf(error)}\n`);
  return exitCodes.failed;
}

function exitCodeOf(error: CommandError): number {
  if (error instanceof UsageError) return exitCodes.misused;
  if (error instanceof ApprovalNeededError) return exitCodes.approvalNeeded;
  if (error instanceof UnsuccessfulError) return exitCodes.unsuccessful;
  return error instanceof UnknownOutcomeError ? exitCodes.unknown : exitCodes.failed;
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
