import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { describeService } from "./described-service.ts";

const heading = "// Written by `npm run console:types` from the routes that the console calls.\n\n";

/** Writes the types of the console's API, or, with `--check`, says whether the committed ones are still true. */
async function main(): Promise<void> {
  const path = fileURLToPath(new URL("../../console/src/api/schema.d.ts", import.meta.url));
  const nodes = await openapiTS(shapesOf(describeService().consoleDocument) as unknown as OpenAPI3);
  const fresh = heading + astToString(nodes);
  if (!process.argv.includes("--check")) {
    await writeFile(path, fresh);
    return;
  }
  const committed = await readFile(path, "utf8").catch(() => "");
  if (committed === fresh) return;
  process.stderr.write("the types of the console's API are stale; run: npm run console:types\n");
  process.exitCode = 1;
}

/** Refusals have one shape everywhere, and words are for people: neither is said again for each endpoint. */
function shapesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapesOf);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, member]) => !isLeftOut(name, member));
  return Object.fromEntries(kept.map(([name, member]) => [name, shapesOf(member)]));
}

function isLeftOut(name: string, member: unknown): boolean {
  if (name === "description" || name === "summary") return typeof member === "string";
  return /^[45]\d\d$/.test(name) || name === "example" || name === "examples";
}

await main();
