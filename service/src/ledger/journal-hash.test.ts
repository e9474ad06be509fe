import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parseId } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import {
  contentText,
  genesisHash,
  hashInFirstFormat,
  hashRecord,
  type RecordContent,
} from "./journal-hash.ts";

const tenantId = parseId<"tenant">("01M7FV22NEAATN7E6T0E9G4SKX");
const asset = { code: "USDX", scale: 6 };
const units = 1_000_000_000n;
const record: RecordContent = {
  sequence: 1n,
  at: instantFromMs(Date.UTC(2026, 10, 15, 12)),
  type: "post",
  key: "mint/01M7FJ0001",
  holdKey: undefined,
  lines: [
    { number: 1n, account: { kind: "supply", owner: "USDX", chain: "base", asset }, units: -units },
    {
      number: 2n,
      account: { kind: "wallet", owner: "01M7FHANNA0000000000000000", chain: "base", asset },
      units,
    },
  ],
};

test("the example hash in the README matches the computed one", async () => {
  if (tenantId === undefined) throw new Error("invalid tenant id");
  const scope = { tenantId, network: "testnet" } as const;
  const readme = await readFile(new URL("README.md", import.meta.url), "utf8");
  const [, text = ""] = /printf '%s' '([^']+)'/.exec(readme) ?? [];
  const [, hash = ""] = /^([0-9a-f]{64})$/m.exec(readme) ?? [];
  expect(contentText(scope, record)).toBe(text);
  expect(hashRecord(scope, genesisHash, record).toString("hex")).toBe(hash);
});

test("a record in the first format keeps its hash", () => {
  if (tenantId === undefined) throw new Error("invalid tenant id");
  const scope = { tenantId, network: "testnet" } as const;
  expect(hashInFirstFormat(scope, genesisHash, record).toString("hex")).toBe(
    "db7479dd8339e7158051bb8f206cdb8cd96e094c2780168d3bcb23f38519aa74",
  );
});
