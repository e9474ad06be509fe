import { describe, expect, test } from "vitest";
import { overSameDayLimit } from "../../../test/nacha-entries.ts";
import {
  fixtureBytes,
  hasFixtures,
  type NachaFixture,
  nachaFixtures,
  referenceReturnCodes,
} from "../../../test/nacha-fixtures.ts";
import type { NachaAddenda, NachaBatch, NachaFile } from "./nacha-file.ts";
import type { NachaRule } from "./nacha-rule.ts";
import { readNacha } from "./read-nacha.ts";
import { allReturnCodes } from "./return-codes.ts";
import { totalsOf } from "./totals.ts";
import { writeNacha } from "./write-nacha.ts";

const fixtures = hasFixtures ? nachaFixtures() : [];
const isAccepted = ({ verdict }: NachaFixture): boolean => verdict === "valid" || verdict === "valid-format";

/** The rule that must be reported, where a file has exactly one defect or the first one is known. */
const defects: Readonly<Record<string, NachaRule>> = {
  "bad-batch-credit-total": "batch-credit-total",
  "bad-batch-hash": "batch-hash",
  "bad-entry-check-digit": "entry-check-digit",
  "bad-file-block-count": "file-block-count",
  "bad-file-hash": "file-hash",
  "bad-line-93-chars": "line-length",
  "bad-missing-file-control": "file-control",
  "bad-odfi-mismatch-header-control": "odfi-control",
  "bad-trace-not-ascending": "trace-order",
  "bad-unknown-sec-code": "sec-code",
  "addenda-outside-entry": "addenda-outside-entry",
  "amount-not-numeric": "numeric",
  "batch-header-before-file-header": "file-header",
  "entry-check-digit": "entry-check-digit",
  "file-batch-count-5-actual-4": "file-batch-count",
  "no-file-control": "file-control",
  "non-alphanumeric-entry": "character",
  "record-wrong-length": "line-length",
  "return-code-r96": "return-code",
  "service-class-100": "service-class",
  "transaction-code-90": "transaction-code",
  "return-3batches-r04-r03-r01-crlf": "line-length",
  "return-fragment-r01-batch-only": "file-header",
};

test.skipIf(hasFixtures)("the sample bank files are not next to this checkout", () => {});

describe.skipIf(!hasFixtures)("sample bank files", () => {
  test("cover every expected result", () => {
    const outcomes = new Set(fixtures.map(({ verdict }) => verdict));
    expect([...outcomes].sort()).toEqual(["invalid", "lenient", "valid", "valid-format"]);
  });

  test.each(fixtures.filter(isAccepted))("$path is read with the contents of the index", (fixture) => {
    const file = readFixture(fixture);
    expect(file.batches.map(factsOf)).toEqual(fixture.batches.map(asIndexed));
    const totals = totalsOf(file.batches.flatMap(({ entries }) => entries));
    expect(totals).toEqual({
      entryCount: fixture.totals.entries,
      addendaCount: fixture.totals.addenda,
      debitCents: BigInt(fixture.totals.debits),
      creditCents: BigInt(fixture.totals.credits),
      hash: BigInt(fixture.totals.hash),
    });
    expect(addendaOf(file).flatMap(returnFacts)).toEqual(
      (fixture.returns ?? []).map(({ code, orig_trace, orig_rdfi }) => [code, orig_trace, orig_rdfi]),
    );
    expect(addendaOf(file).flatMap(correctionFacts)).toEqual(
      (fixture.nocs ?? []).map(({ code, origTrace, corrected }) => [code, origTrace, corrected]),
    );
  });

  test.each(fixtures.filter(isAccepted))("$path survives a round trip", (fixture) => {
    const file = readFixture(fixture);
    expect(readNacha(writeNacha(file))).toEqual({ ok: true, file });
  });

  test.each(fixtures.filter((fixture) => !isAccepted(fixture)))("$path is rejected: $why", ({ path }) => {
    const reading = readNacha(fixtureBytes(path));
    const rules = reading.ok ? [] : reading.problems.map(({ rule }) => rule);
    expect(rules).not.toEqual([]);
    const defect = defects[path.replace(/^.*\//, "").replace(/\.ach$/, "")];
    if (defect !== undefined) expect(rules).toContain(defect);
    if (path.includes("/bad-")) expect(rules).toEqual([defect]);
  });

  test.each(fixtures.filter(isAccepted))(
    "$path: only entries over the limit are reported as too large for Same Day ACH",
    (fixture) => {
      const isOver = fixture.verdict === "valid-format";
      expect(overSameDayLimit(readFixture(fixture)).length > 0).toBe(isOver);
    },
  );

  test("return codes match the reference in category and retriability, with reasons that do not copy it", () => {
    const reference = referenceReturnCodes();
    expect(
      allReturnCodes().map(({ code, category, retriable, stage }) => ({ code, category, retriable, stage })),
    ).toEqual(
      reference.map(({ code, category, retriable, stage }) => ({ code, category, retriable, stage })),
    );
    for (const { code, title } of reference) {
      expect(allReturnCodes().find((ours) => ours.code === code)?.reason).not.toBe(title);
    }
  });
});

function readFixture({ path }: NachaFixture): NachaFile {
  const reading = readNacha(fixtureBytes(path));
  if (!reading.ok) throw new Error(`${path}: ${JSON.stringify(reading.problems)}`);
  return reading.file;
}

function factsOf(batch: NachaBatch): object {
  const totals = totalsOf(batch.entries);
  const codes: Record<string, number> = {};
  for (const { transactionCode } of batch.entries) {
    codes[transactionCode] = (codes[transactionCode] ?? 0) + 1;
  }
  return {
    sec: batch.sec,
    scc: batch.serviceClass,
    desc: batch.description,
    descDate: batch.descriptiveDate,
    entries: totals.entryCount,
    addenda: totals.addendaCount,
    debits: totals.debitCents,
    credits: totals.creditCents,
    codes,
  };
}

function asIndexed(batch: NachaFixture["batches"][number]): object {
  return {
    sec: batch.sec,
    scc: batch.scc,
    desc: batch.desc,
    descDate: batch.desc_date ?? "",
    entries: batch.entries,
    addenda: batch.addenda,
    debits: BigInt(batch.debits_cents),
    credits: BigInt(batch.credits_cents),
    codes: batch.tx_codes,
  };
}

function addendaOf(file: NachaFile): readonly NachaAddenda[] {
  return file.batches.flatMap(({ entries }) => entries.flatMap(({ addenda }) => addenda));
}

function returnFacts(addenda: NachaAddenda): readonly (readonly string[])[] {
  const isReturn = addenda.type.endsWith("return") && "originalRdfi" in addenda;
  return isReturn ? [[addenda.code, addenda.originalTrace, addenda.originalRdfi]] : [];
}

function correctionFacts(addenda: NachaAddenda): readonly (readonly string[])[] {
  return addenda.type === "correction" ? [[addenda.code, addenda.originalTrace, addenda.correctedData]] : [];
}
