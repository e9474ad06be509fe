import fc from "fast-check";
import type { NachaAddenda, NachaBatch, NachaEntry, NachaFile } from "../src/rails/nacha/nacha-file.ts";
import { allReturnCodes } from "../src/rails/nacha/return-codes.ts";
import { withCheckDigit } from "../src/rails/nacha/routing-digits.ts";
import { transactionCodeOf } from "../src/rails/nacha/transaction-codes.ts";
import { traceNumberOf } from "./nacha-entries.ts";

/** Files as a bank could send them: every class with its own columns, returns, corrections and disputes. */
export function nachaFiles(): fc.Arbitrary<NachaFile> {
  return fc
    .record({
      header: fc.record({
        destination: banks.map(withCheckDigit),
        origin: trimmed(10, 1),
        createdOn: days,
        createdAt: fc.option(times, { nil: undefined }),
        modifier: fc.constantFrom("A", "Z", "0", "9"),
        destinationName: texts(23),
        originName: texts(23),
        referenceCode: texts(8),
      }),
      batches: fc.array(batches(), { minLength: 1, maxLength: 4 }),
    })
    .map((file) => ({ ...file, batches: file.batches.map((batch, index) => ({ ...batch, number: index })) }));
}

const digits = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(""));
const banks = fc.integer({ min: 1, max: 99_999_999 }).map((bank) => String(bank).padStart(8, "0"));
const days = fc
  .integer({ min: 0, max: 36_524 })
  .map((day) => new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10));
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
const daysOfYear = fc.integer({ min: 1, max: 366 }).map((day) => String(day).padStart(3, "0"));
const maybe = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(values, { nil: undefined });

/** Field text without trailing blanks. */
function texts(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: "grapheme-ascii", maxLength }).map((text) => text.trimEnd());
}

function trimmed(maxLength: number, minLength = 0): fc.Arbitrary<string> {
  return fc
    .string({ unit: "grapheme-ascii", minLength, maxLength })
    .map((text) => text.trim())
    .filter((text) => text.length >= minLength);
}

/** Neither blank nor zeros. */
function named(maxLength: number): fc.Arbitrary<string> {
  return trimmed(maxLength, 1).filter((text) => /[^0]/.test(text));
}

const traces = digits(15);
const returnCodes = (stage: "return" | "dishonored" | "contested"): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...allReturnCodes()
      .filter((code) => code.stage === stage)
      .map(({ code }) => code),
  );

const steps = fc.record({
  traceNumber: maybe(traces),
  settlementDay: maybe(daysOfYear),
  code: maybe(returnCodes("return")),
});
const about = { originalTrace: traces, originalRdfi: digits(8), traceNumber: traces };

const returnAddenda: fc.Arbitrary<NachaAddenda> = fc.oneof(
  fc.record({
    type: fc.constant("return" as const),
    code: returnCodes("return"),
    ...about,
    dateOfDeath: maybe(days),
    text: texts(44),
  }),
  fc.record({
    type: fc.constant("dishonored_return" as const),
    code: returnCodes("dishonored"),
    ...about,
    returned: steps,
    text: texts(21),
  }),
  fc.record({
    type: fc.constant("contested_return" as const),
    code: returnCodes("contested"),
    ...about,
    returnedOn: maybe(digits(6)),
    originalSettlementDay: maybe(daysOfYear),
    returned: steps,
    dishonored: steps,
  }),
);

const correctionAddenda: fc.Arbitrary<NachaAddenda> = fc.oneof(
  fc.record({
    type: fc.constant("correction" as const),
    code: fc.constantFrom("C01", "C05", "C09", "C14"),
    ...about,
    correctedData: trimmed(29, 1),
  }),
  fc.record({
    type: fc.constant("refused_correction" as const),
    code: fc.constantFrom("C61", "C69"),
    ...about,
    correctedData: trimmed(29),
    changeCode: fc.constantFrom("C01", "C13"),
    changeTraceSequence: digits(7),
  }),
);

const paymentAddenda: fc.Arbitrary<NachaAddenda> = fc.record({
  type: fc.constant("payment" as const),
  text: texts(80),
});
const terminalAddenda: fc.Arbitrary<NachaAddenda> = fc.record({
  type: fc.constant("terminal" as const),
  text: texts(76),
  traceNumber: traces,
});

/** The types ten to sixteen, and some of the two optional ones. */
const internationalAddenda: fc.Arbitrary<readonly NachaAddenda[]> = fc
  .tuple(fc.nat(2), fc.nat(3), fc.array(texts(80), { minLength: 14, maxLength: 14 }))
  .map(([remittances, banksBetween, all]) =>
    [
      "10",
      "11",
      "12",
      "13",
      "14",
      "15",
      "16",
      ...Array.from({ length: remittances }, () => "17"),
      ...Array.from({ length: banksBetween }, () => "18"),
    ].map((typeCode, index) => ({ type: "international", typeCode, text: all[index] ?? "" })),
  );

interface Kind {
  readonly sec: string;
  readonly addenda: fc.Arbitrary<readonly NachaAddenda[]>;
}

const few = (addenda: fc.Arbitrary<NachaAddenda>, minLength: number, maxLength: number) =>
  fc.array(addenda, { minLength, maxLength });
const comesBack = few(returnAddenda, 1, 3);

const kinds: readonly Kind[] = [
  ...["PPD", "CCD", "WEB"].map((sec) => ({ sec, addenda: fc.oneof(few(paymentAddenda, 0, 1), comesBack) })),
  { sec: "TEL", addenda: fc.oneof(few(paymentAddenda, 0, 0), comesBack) },
  { sec: "CTX", addenda: few(paymentAddenda, 0, 5) },
  { sec: "POS", addenda: fc.oneof(few(terminalAddenda, 1, 1), comesBack) },
  { sec: "COR", addenda: few(correctionAddenda, 1, 1) },
  { sec: "IAT", addenda: internationalAddenda },
];

function batches(): fc.Arbitrary<NachaBatch> {
  return fc.constantFrom(...kinds).chain((kind) =>
    fc
      .record({
        companyName: kind.sec === "IAT" ? fc.constant("") : named(16),
        discretionaryData: texts(20),
        companyId: named(10),
        sec: fc.constant(kind.sec),
        description: named(10).filter((text) => kind.sec !== "TEL" || text.toUpperCase() !== "REVERSAL"),
        descriptiveDate: texts(6),
        effectiveDate: maybe(days),
        settlementDay: maybe(daysOfYear),
        originatorStatus: fc.constantFrom("1", "2"),
        odfi: banks,
        number: fc.constant(0),
        isMixed: fc.boolean(),
        entries: fc.array(entries(kind), { minLength: 1, maxLength: 8 }),
      })
      .filter(({ sec, companyName }) => sec !== "COR" || companyName !== "IATCOR")
      .map(({ isMixed, ...batch }) => ({
        ...batch,
        serviceClass: isMixed ? "200" : classOf(batch.entries),
        entries: batch.entries.map((entry, index) => ({
          ...entry,
          traceNumber: traceNumberOf(batch.odfi, 10 * index),
        })),
      })),
  );
}

function classOf(all: readonly NachaEntry[]): NachaBatch["serviceClass"] {
  const directions = new Set(all.map(({ transactionCode }) => transactionCodeOf(transactionCode)?.direction));
  if (directions.size > 1) return "200";
  return directions.has("credit") ? "220" : "225";
}

const allCodes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, "0"));

function entries({ sec, addenda }: Kind): fc.Arbitrary<NachaEntry> {
  const isForeign = sec === "IAT";
  return fc
    .record({
      transactionCode: fc.constantFrom(...allCodes.filter((code) => isCodeOf(sec, code))),
      rdfi: banks.map(withCheckDigit),
      accountNumber: trimmed(isForeign ? 35 : 17, 1),
      amountCents: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
      individualId: isForeign ? fc.constant("") : texts(15),
      individualName: isForeign ? fc.constant("") : named(22),
      discretionaryData: sec === "POS" ? fc.constantFrom("01", "99") : texts(2),
      traceNumber: fc.constant(""),
      addenda,
    })
    .filter((entry) => entry.addenda.length > 0 || transactionCodeOf(entry.transactionCode)?.use !== "return")
    .map((entry) => ({
      ...entry,
      amountCents: hasMoney(sec, entry.transactionCode) ? entry.amountCents : 0n,
      individualName: sec === "CTX" ? `${`000${entry.addenda.length}`}Company` : entry.individualName,
    }));
}

/** A notification of change has the code of a return; a TEL entry is a debit. */
function isCodeOf(sec: string, code: string): boolean {
  const known = transactionCodeOf(code);
  if (known === undefined || (sec === "COR" && known.use !== "return")) return false;
  return sec !== "TEL" || known.direction === "debit";
}

function hasMoney(sec: string, transactionCode: string): boolean {
  const use = transactionCodeOf(transactionCode)?.use;
  return sec !== "COR" && use !== "prenote" && use !== "zero_dollar";
}
