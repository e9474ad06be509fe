import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { duePayment, writeContextOf } from "../../../test/due-entries.ts";
import type { NachaBatch } from "../nacha/nacha-file.ts";
import { readNacha } from "../nacha/read-nacha.ts";
import { type Purpose, purposeNames } from "../purpose.ts";
import type { BankRail } from "../rail.ts";
import { referenceAsSent } from "../reference-as-sent.ts";
import { writeAchFiles } from "./write-ach.ts";
import type { DueEntry } from "./write-files.ts";

const longText =
  "Rechnung für Müller & Söhne – Ämter 1 bis 4, November 2026, zweite Mahnung zu Vertrag 2026/77";

test("a payroll run and payments of other kinds are written as in the golden file, and read back", () => {
  const due = [
    duePayment(
      "ach_credit",
      { memo: undefined, purpose: "payroll", reference: "Salary 11/2026" },
      "individual",
    ),
    duePayment("ach_credit", { memo: undefined, purpose: "payroll" }, "individual"),
    duePayment("ach_credit", { memo: undefined, purpose: "vendor", reference: longText }, "business"),
    duePayment("ach_credit", { memo: undefined }, "individual"),
    duePayment("ach_debit", { memo: undefined, purpose: "purchase" }, "individual"),
  ];
  const bytes = written(due);
  expect(bytes.toString()).toBe(readFileSync(new URL("golden/payroll.ach", import.meta.url)).toString());
  expect(shapesOf(batchesOf(bytes))).toEqual([
    ["220", "PPD", "PAYROLL", ["Salary 11/2026", undefined]],
    ["220", "CCD", "VENDOR PMT", [referenceAsSent("ach_credit", longText)]],
    ["220", "PPD", "PAYMENT", [undefined]],
    ["225", "PPD", "PURCHASE", [undefined]],
  ]);
});

test("a reference is cut to an addenda record, and has the same text in the file and in the response", () => {
  const sent = referenceAsSent("ach_credit", longText);
  expect(sent).toBe("Rechnung fur Muller & Sohne - Amter 1 bis 4, November 2026, zweite Mahnung zu Ve");
  expect(sent).toHaveLength(80);
  expect(referenceAsSent("wire", longText)).toHaveLength(longText.length);
  expect(referenceAsSent("wire", "a".repeat(200))).toHaveLength(140);
  expect(referenceAsSent("ach_credit", " ")).toBeUndefined();
});

describe("the SEC code", () => {
  test.each([
    ["individual", undefined, "PPD"],
    ["individual", "vendor", "PPD"],
    ["business", undefined, "CCD"],
    ["business", "payroll", "CCD"],
    [undefined, undefined, "CCD"],
    [undefined, "vendor", "CCD"],
    // Wages are paid to individuals.
    [undefined, "payroll", "PPD"],
  ] as const)("of an entry to %s for %s is %s", (holder, purpose, sec) => {
    const [batch] = batchesOf(written([duePayment("ach_credit", { memo: undefined, purpose }, holder)]));
    expect(batch?.sec).toBe(sec);
  });
});

test("the description follows the purpose and the direction, and fits its field", () => {
  const described = (rail: BankRail, purpose: Purpose) =>
    batchesOf(written([duePayment(rail, { memo: undefined, purpose })]))[0]?.description ?? "";
  expect(described("ach_credit", "payroll")).toBe("PAYROLL");
  expect(described("same_day_ach_credit", "payroll")).toBe("PAYROLL");
  expect(described("ach_debit", "purchase")).toBe("PURCHASE");
  // Nacha reserves it for debits.
  expect(described("ach_credit", "purchase")).toBe("PAYMENT");
  for (const rail of ["ach_credit", "ach_debit"] as const)
    for (const purpose of purposeNames) expect(described(rail, purpose)).toMatch(/^[A-Z ]{3,10}$/);
});

function written(due: readonly DueEntry[]): Buffer {
  const { files, unwritable } = writeAchFiles(writeContextOf("generic"), due);
  expect(unwritable).toEqual([]);
  expect(files).toHaveLength(1);
  return files[0]?.bytes ?? expect.unreachable();
}

function batchesOf(bytes: Buffer): readonly NachaBatch[] {
  const reading = readNacha(bytes);
  expect(reading).toMatchObject({ ok: true });
  return reading.ok ? reading.file.batches : [];
}

function shapesOf(batches: readonly NachaBatch[]) {
  return batches.map(({ serviceClass, sec, description, entries }) => [
    serviceClass,
    sec,
    description,
    entries.map(({ addenda: [first] }) => (first?.type === "payment" ? first.text : undefined)),
  ]);
}
