import type { CommandContext } from "./command-context.ts";
import { setDashedNamesApart } from "./dashed-names.ts";
import { exitCodes, reportFailure } from "./failure.ts";
import { createProgram } from "./program.ts";
import { readVersion } from "./version.ts";

/** Runs one command with the arguments after `florin`, and returns the exit code. */
export async function run(argv: readonly string[], context: CommandContext): Promise<number> {
  try {
    const program = createProgram(context, await readVersion());
    await program.parseAsync([...setDashedNamesApart(argv)], { from: "user" });
    return exitCodes.done;
  } catch (error) {
    return reportFailure(error, context.stderr);
  }
}
