import { setDashedNamesApart } from "./dashed-names.ts";
import { exitCodes, reportFailure } from "./failure.ts";
import { createProgram } from "./program.ts";
import type { Surroundings } from "./surroundings.ts";
import { readVersion } from "./version.ts";

/** Runs one command, as the arguments behind `florin` give it, and answers the exit code. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    const program = createProgram(surroundings, await readVersion());
    await program.parseAsync([...setDashedNamesApart(argv)], { from: "user" });
    return exitCodes.done;
  } catch (error) {
    return reportFailure(error, surroundings.stderr);
  }
}
