import { readFileSync } from "node:fs";
import { z } from "zod";

const Package = z.object({ version: z.string() });

/** The version in this package's package.json. */
export function serviceVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return Package.parse(JSON.parse(text)).version;
}
