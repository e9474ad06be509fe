import { Option } from "commander";
import { CommandError, InterruptedError, UsageError } from "./failure.ts";
import type { Surroundings } from "./surroundings.ts";

export interface YesChoice {
  readonly yes: boolean;
}

export function yesOption(): Option {
  return new Option("--yes", "do not ask first").default(false);
}

/** What cannot be undone is done only after a yes: `--yes`, or an answer at the terminal. */
export async function confirm(
  { ask, signal }: Surroundings,
  { consequence, isConfirmed }: { readonly consequence: string; readonly isConfirmed: boolean },
): Promise<void> {
  if (isConfirmed) return;
  if (ask === undefined) {
    throw new UsageError(`${consequence} There is no terminal to ask at; if that is meant, add --yes.`);
  }
  const answer = await ask(`${consequence} Go ahead? [y/N] `);
  if (signal.aborted) throw new InterruptedError("interrupted");
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError("nothing was changed");
}
