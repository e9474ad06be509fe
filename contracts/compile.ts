import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileStablecoin } from "./compile-stablecoin.ts";

/** Writes the stablecoin artifact or, with `--check`, verifies that the committed one is up to date. */
async function main(): Promise<void> {
  const path = fileURLToPath(new URL("../service/src/chains/evm/artifact/stablecoin.json", import.meta.url));
  const fresh = `${JSON.stringify(await compileStablecoin(), null, 2)}\n`;
  if (!process.argv.includes("--check")) {
    await writeFile(path, fresh);
    return;
  }
  const committed = await readFile(path, "utf8").catch(() => "");
  if (committed === fresh) return;
  process.stderr.write("the stablecoin artifact is out of date; run: npm run contracts\n");
  process.exitCode = 1;
}

await main();
