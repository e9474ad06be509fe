import { join } from "node:path";
import { format } from "dependency-cruiser";
import { cruiseTree } from "./cruise.ts";
import { folderCycles } from "./folder-cycles.ts";

// With an unsupported compiler version dependency-cruiser finds no TypeScript and succeeds, so check for modules.
const result = await cruiseTree(join(import.meta.dirname, "../.."));
const { output, exitCode } = await format(result, { outputType: "err-long" });
if (typeof output === "string") process.stdout.write(output);
const foundService = result.modules.some((module) => module.source.startsWith("service/src/"));
if (!foundService) process.stderr.write("no modules of the service were found: the rules were not checked\n");
const cycles = folderCycles(result);
for (const cycle of cycles) process.stderr.write(`folders import each other: ${cycle}\n`);
process.exitCode = foundService && cycles.length === 0 ? exitCode : 1;
