import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { schemaFaults, schemaNames } from "../../../test/iso-schemas.ts";
import { inVersion } from "../../../test/iso-versions.ts";
import type { IsoMessage } from "./iso-message.ts";
import { kinds, messageTypes } from "./message-kinds.ts";
import { readIsoMessage } from "./read-iso-message.ts";

const samples: Readonly<Record<string, string>> = {
  "camt.052": golden("intraday.xml"),
  "camt.053": golden("statement.xml"),
  "camt.054": golden("notification.xml"),
  "pacs.002": golden("rejection.xml"),
  "pain.002": golden("customer-status.xml"),
  "pacs.004": golden("returned.xml"),
  "pacs.008": golden("wire.xml"),
  "pacs.009": golden("bank-transfer.xml"),
};
const names = [...kinds.keys()].filter((name) => samples[typeOf(name)] !== undefined);

test("every type that is read in several versions has a sample", () => {
  const types = messageTypes.filter(({ releases }) => releases.length > 1).map(({ name }) => name);
  expect([...new Set(types)].toSorted()).toEqual(Object.keys(samples).toSorted());
});

describe.each(names)("%s", (name) => {
  const sample = samples[typeOf(name)] ?? expect.unreachable();
  const file = inVersion(sample, name);

  test("is read like the version that we write, apart from what it lacks", () => {
    expect(messageOf(file)).toEqual(
      file.includes("UETR>") ? messageOf(sample) : withoutUetr(messageOf(sample)),
    );
  });

  test.skipIf(!schemaNames.has(name))("is valid for its schema (../shared/fixtures/xsd)", () => {
    expect(schemaFaults(name, Buffer.from(file))).toEqual([]);
  });
});

test.each([
  ["camt.054.001.02", "UETR", (file: string) => file.replace("<ClrSysRef>", `${uetr}<ClrSysRef>`)],
  [
    "camt.054.001.06",
    "a wrapped status",
    (file: string) => file.replace("<Sts>BOOK</Sts>", "<Sts><Cd>BOOK</Cd></Sts>"),
  ],
  ["camt.053.001.02", "a page number", (file: string) => file.replace("<Acct>", `${page}<Acct>`)],
  ["pacs.002.001.09", "OrgnlUETR", (file: string) => file.replace("<TxSts>", `${originalUetr}<TxSts>`)],
])("%s does not have %s of a later version", (name, _, change) => {
  const file = change(inVersion(samples[typeOf(name)] ?? expect.unreachable(), name));
  expect(readIsoMessage(Buffer.from(file))).toMatchObject({ ok: false });
});

const uetr = "<UETR>8a562c67-ca16-48ba-b074-65581be6f001</UETR>";
const originalUetr = uetr.replaceAll("UETR>", "OrgnlUETR>");
const page = "<StmtPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>";

test("a customer status report has statuses of payments and of batches, each with its references", () => {
  expect(messageOf(golden("customer-status.xml"))).toMatchObject({
    type: "status_report",
    statuses: [
      {
        originalMessageId: "WIRE-20261116-1",
        originalEndToEndId: "entry-1",
        status: "RJCT",
        reasonCode: "AC04",
      },
      { originalBatchId: "BATCH-1", originalEndToEndId: "entry-2", status: "ACSC" },
      { originalBatchId: "BATCH-2", originalEndToEndId: undefined, status: "RJCT" },
    ],
  });
});

test("a transfer between banks is read, and a cover is recognized", () => {
  const [transfer] = transfersOf(golden("bank-transfer.xml"));
  expect(transfer).toEqual({
    endToEndId: "COVER-1",
    uetr: "8a562c67-ca16-48ba-b074-65581be6f001",
    amountCents: 1_234_567n,
    isCover: false,
  });
  const cover = golden("bank-transfer.xml").replace("</Cdtr>", "</Cdtr><UndrlygCstmrCdtTrf/>");
  expect(transfersOf(cover)).toMatchObject([{ isCover: true }]);
  const euros = golden("bank-transfer.xml").replace('"USD"', '"EUR"');
  expect(transfersOf(euros)).toMatchObject([{ amountCents: undefined }]);
});

function transfersOf(file: string): readonly unknown[] {
  const message = messageOf(file);
  return message.type === "bank_transfers" ? message.transfers : expect.unreachable();
}

function messageOf(file: string): IsoMessage {
  const reading = readIsoMessage(Buffer.from(file));
  expect(reading.ok ? [] : reading.problems).toEqual([]);
  return reading.ok ? reading.message : expect.unreachable();
}

/** References to a payment by its UETR were added in 2019. */
function withoutUetr(message: IsoMessage): IsoMessage {
  return JSON.parse(
    JSON.stringify(message, (key, value: unknown) => {
      if (key === "uetr" || key === "originalUetr") return undefined;
      return typeof value === "bigint" ? { cents: String(value) } : value;
    }),
    (_, value: unknown) =>
      typeof value === "object" && value !== null && "cents" in value ? BigInt(String(value.cents)) : value,
  ) as IsoMessage;
}

function typeOf(name: string): string {
  return name.slice(0, "camt.054".length);
}

function golden(file: string): string {
  return readFileSync(new URL(`golden/${file}`, import.meta.url), "utf8");
}
