import { existsSync } from "node:fs";
import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

/** All folders with code; missing ones are skipped. */
const packageFolders = ["service", "sandbox", "cli", "sdk", "console", "bench", "tests", "examples"];

const rulesFile = join(import.meta.dirname, "../../.dependency-cruiser.cjs");

/** Checks the imports of a tree with this layout against the import rules. */
export async function cruiseTree(root: string): Promise<ICruiseResult> {
  const options = await extractDepcruiseOptions(rulesFile);
  const folders = packageFolders.filter((folder) => existsSync(join(root, folder)));
  const compilerSettings = join(root, "tsconfig.json");
  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, tsConfig: { fileName: compilerSettings } },
    undefined,
    { tsConfig: extractTSConfig(compilerSettings) },
  );
  if (typeof output === "string") throw new Error("dependency-cruiser returned text instead of a result");
  return output;
}

export async function ruleNames(): Promise<readonly string[]> {
  const { ruleSet } = await extractDepcruiseOptions(rulesFile);
  return (ruleSet?.forbidden ?? []).map((rule) => rule.name ?? "unnamed");
}
