import { Option } from "commander";
import type { CommandContext } from "./command-context.ts";
import { CommandError, InterruptedError, UsageError } from "./failure.ts";

export function yesOption(): Option {
  return new Option("--yes", "Skip the confirmation prompt").default(false);
}

/** Requires confirmation before an irreversible operation: `--yes`, or a reply at the terminal. */
export async function confirm(
  { ask, signal }: CommandContext,
  { consequence, isConfirmed }: { readonly consequence: string; readonly isConfirmed: boolean },
): Promise<void> {
  if (isConfirmed) return;
  if (ask === undefined) {
    throw new UsageError(`${consequence} To confirm, pass --yes.`);
  }
  const reply = await ask(`${consequence} Continue? [y/N] `);
  if (signal.aborted) throw new InterruptedError("interrupted");
  if (!/^y(?:es)?$/i.test(reply.trim())) throw new CommandError("canceled; nothing was changed");
}
