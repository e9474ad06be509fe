import { existsSync } from "node:fs";
import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

/** Everything that can hold code, now or later; a folder that does not exist yet is passed over. */
const packageFolders = ["service", "cli", "sdk", "console", "bench", "tests"];

const rulesFile = join(import.meta.dirname, "../../.dependency-cruiser.cjs");

/** Reads the imports of a tree that is laid out like this one, and holds them against the rules of the house. */
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
  if (typeof output === "string")
    throw new Error("dependency-cruiser answered with text instead of a result");
  return output;
}

export async function ruleNames(): Promise<readonly string[]> {
  const { ruleSet } = await extractDepcruiseOptions(rulesFile);
  return (ruleSet?.forbidden ?? []).map((rule) => rule.name ?? "unnamed");
}
