import { readFile } from "node:fs/promises";

/** The version of this package. Its manifest is one level above both the sources and the build. */
export async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : "";
  return String(version);
}
