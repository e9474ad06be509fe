import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SanctionsList } from "../src/accounts/screening/sanctions-list.ts";
import { readSdnList, type SdnFiles } from "../src/accounts/screening/sdn-list.ts";

/** A small list of invented names in OFAC's format. */
export async function readSdnFixture(): Promise<SanctionsList> {
  return readSdnList(await readSdnFixtureFiles(), { name: "Invented names", publishedAt: "2026-11-13" });
}

export async function readSdnFixtureFiles(): Promise<Required<SdnFiles>> {
  const [sdn, alt, comments] = await Promise.all(
    ["sdn.csv", "alt.csv", "sdn-comments.csv"].map((name) =>
      readFile(join(import.meta.dirname, "sdn", name)),
    ),
  );
  return {
    "sdn.csv": sdn ?? Buffer.alloc(0),
    "alt.csv": alt ?? Buffer.alloc(0),
    "sdn_comments.csv": comments ?? Buffer.alloc(0),
  };
}
