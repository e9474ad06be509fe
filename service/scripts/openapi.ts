import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describeService } from "./described-service.ts";

/** Writes `openapi.json` from the routes; with `--check`, reports whether the committed file is up to date. */
async function main(): Promise<void> {
  const path = fileURLToPath(new URL("../../openapi.json", import.meta.url));
  const { document } = await describeService();
  const fresh = `${JSON.stringify(document, null, 2)}\n`;
  if (!process.argv.includes("--check")) {
    await writeFile(path, fresh);
    return;
  }
  const committed = await readFile(path, "utf8").catch(() => "");
  if (committed === fresh) return;
  process.stderr.write("openapi.json is out of date; run: npm run openapi\n");
  process.exitCode = 1;
}

await main();
