import { join } from "node:path";
import { format } from "dependency-cruiser";
import { cruiseTree } from "./cruise.ts";

// With a compiler it does not know, dependency-cruiser sees no TypeScript at all and is content. We are not.
const result = await cruiseTree(join(import.meta.dirname, "../.."));
const { output, exitCode } = await format(result, { outputType: "err-long" });
if (typeof output === "string") process.stdout.write(output);
const sawTheService = result.modules.some((module) => module.source.startsWith("service/src/"));
if (!sawTheService) process.stderr.write("no module of the service was found: the rules were not checked\n");
process.exitCode = sawTheService ? exitCode : 1;
