import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileStablecoin } from "./compile-stablecoin.ts";

/** Writes the artifact of the stablecoin, or, with `--check`, says whether the committed one is still true. */
async function main(): Promise<void> {
  const path = fileURLToPath(new URL("../service/src/chains/evm/artifact/stablecoin.json", import.meta.url));
  const fresh = `${JSON.stringify(await compileStablecoin(), null, 2)}\n`;
  if (!process.argv.includes("--check")) {
    await writeFile(path, fresh);
    return;
  }
  const committed = await readFile(path, "utf8").catch(() => "");
  if (committed === fresh) return;
  process.stderr.write("the stablecoin's artifact is not what its source says; run: npm run contracts\n");
  process.exitCode = 1;
}

await main();
