import { createHash } from "node:crypto";
import type { ListEntry, SanctionsSource } from "../src/accounts/screening/sanctions-list.ts";
import type { Screener } from "../src/accounts/screening/screener.ts";

/** The port to a list's publisher; the screener on it is the real one. */
export function createWrittenList() {
  let entries: readonly ListEntry[] = [];
  const fingerprint = (): string => createHash("sha256").update(JSON.stringify(entries)).digest("hex");
  const source: SanctionsSource = {
    fingerprint: async () => fingerprint(),
    read: async () => {
      const sha256 = fingerprint();
      const version = { name: "Written", version: sha256.slice(0, 8), sha256, entries: entries.length };
      return { list: { version, entries }, asOf: undefined };
    },
  };
  const write = async (screener: Screener, names: Readonly<Record<string, string>>): Promise<void> => {
    entries = Object.entries(names).map(([uid, text]) => ({
      uid,
      type: text.includes(",") ? "individual" : "entity",
      program: "TEST",
      names: [{ type: "primary", text }],
      birthDates: [],
      chainAddresses: [],
    }));
    await screener.refresh();
  };
  return { source, write };
}
