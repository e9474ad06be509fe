import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileStablecoin, compileTimelock } from "./compile-stablecoin.ts";

/** The artifact of the service, and the one of tests. */
const artifacts = {
  "../service/src/chains/evm/artifact/stablecoin.json": compileStablecoin,
  "./test/timelock.json": compileTimelock,
};

/** Writes the artifacts or, with `--check`, verifies that the committed ones are up to date. */
async function main(): Promise<void> {
  for (const [place, compile] of Object.entries(artifacts)) {
    const path = fileURLToPath(new URL(place, import.meta.url));
    const fresh = `${JSON.stringify(await compile(), null, 2)}\n`;
    if (!process.argv.includes("--check")) {
      await writeFile(path, fresh);
      continue;
    }
    const committed = await readFile(path, "utf8").catch(() => "");
    if (committed === fresh) continue;
    process.stderr.write(`${place} is out of date; run: npm run contracts\n`);
    process.exitCode = 1;
  }
}

await main();
