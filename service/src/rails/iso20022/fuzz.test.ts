import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { envelopedIn, envelopeNames } from "../../../test/iso-envelopes.ts";
import { writeIsoMessage } from "../../../test/iso-messages.ts";
import { chanceOf, mutantOf } from "../../../test/iso-mutants.ts";
import { fixturesFolder, hasFixtures, schemaFaults, schemaNames } from "../../../test/iso-schemas.ts";
import { versionsOf } from "../../../test/iso-versions.ts";
import { seedOf, sizeOf } from "../../../test/scale.ts";
import type { IsoAddress, IsoMessage, IsoParty } from "./iso-message.ts";
import { kinds } from "./message-kinds.ts";
import { railLines, railText } from "./rail-text.ts";
import { maxRemittanceLength } from "./read-credit-transfers.ts";
import { readIsoMessage } from "./read-iso-message.ts";

const seed = seedOf("FUZZ_SEED");
const rounds = sizeOf("FUZZ_ROUNDS", { usual: 500, long: 20_000 });

const goldenFolder = new URL("golden/", import.meta.url);
const golden = filesIn(goldenFolder);
const texts = golden.map(String);
const versioned = versionsOf(texts, kinds.keys()).map((text) => Buffer.from(text));
const enveloped = envelopeNames.flatMap((name) =>
  texts.filter((text) => text.includes("<Document")).map((text) => Buffer.from(envelopedIn(name, text))),
);
const foreign = hasFixtures
  ? ["rtp/", "camt/"].flatMap((name) => filesIn(new URL(name, fixturesFolder)))
  : [];

describe(`mutated files (FUZZ_SEED=${seed} FUZZ_ROUNDS=${rounds})`, () => {
  test("reading returns a message or problems, and a message survives a round trip", () => {
    forMutants([...golden, ...versioned, ...enveloped, ...foreign], (bytes) => {
      const reading = readIsoMessage(bytes);
      if (reading.ok) expectSurvival(reading.message);
      else expectProblems(reading.problems);
      return reading.ok;
    });
  });

  // Real files may contain anything in elements that we don't check; files that we write have none of these.
  test.skipIf(!hasFixtures)("the schema accepts what the reader accepts (../shared/fixtures/xsd)", () => {
    forMutants(
      [...golden, ...versioned].filter((bytes) => bytes.includes("<Document") && !bytes.includes("<Undrlyg")),
      (bytes) => {
        if (!readIsoMessage(bytes).ok) return false;
        const [, name = ""] = /tech:xsd:([a-z0-9.]+)"/.exec(bytes.toString()) ?? [];
        if (kinds.has(name) && schemaNames.has(name)) expect(schemaFaults(name, bytes)).toEqual([]);
        return true;
      },
    );
  });
});

describe("a wrong digit in an amount or a total is detected", () => {
  const guarded = texts.filter((text) => /<(?:CtrlSum|TxsSummry)>/.test(text));

  test.each(guarded.map((text) => ({ text, name: /tech:xsd:([a-z0-9.]+)"/.exec(text)?.[1] })))(
    "in $name",
    ({ text }) => {
      const accepted: string[] = [];
      for (const { 0: element, index } of text.matchAll(guardedElements)) {
        for (const { 0: digit, index: place } of element.matchAll(/\d(?=[\d.]*<)/g)) {
          const other = String((Number(digit) + 1) % 10);
          const at = index + place;
          const wrong = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
          if (readIsoMessage(Buffer.from(wrong)).ok) accepted.push(`${element} at ${place}`);
        }
      }
      expect(accepted).toEqual([]);
    },
  );
});

const guardedElements =
  /<(CtrlSum|NbOfTxs|NbOfNtries|Sum|(?:Rtrd)?IntrBkSttlmAmt)\b[^<]*<\/\1>|(?<=<Ntry>\s*)<Amt [^<]*<\/Amt>/g;

/** The check returns whether the mutation was accepted. */
function forMutants(files: readonly Buffer[], check: (mutant: Buffer) => boolean): void {
  const chance = chanceOf(seed);
  let accepted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const file = files[chance(files.length)] ?? expect.unreachable();
    const mutant = mutantOf(file, chance);
    try {
      if (check(mutant)) accepted += 1;
    } catch (cause) {
      throw new Error(`seed ${seed}, round ${round}:\n${mutant.toString()}`, { cause });
    }
  }
  // If every mutation is rejected early, the fuzzer tests only the early checks.
  expect(accepted).toBeGreaterThan(0);
}

function expectProblems(problems: readonly { readonly line: number; readonly column: number }[]): void {
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(50);
  for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0);
}

function expectSurvival(message: IsoMessage): void {
  if (message.type === "other" || message.type === "bank_transfers" || isReportThatWeNeverWrite(message))
    return;
  const bytes = writeIsoMessage(message) ?? expect.unreachable();
  expect(readIsoMessage(bytes)).toEqual({ ok: true, message: asSpelled(message) });
}

/** A statement with only available balances, or the report of an account that has a proxy instead of a number. */
function isReportThatWeNeverWrite(message: IsoMessage): boolean {
  if (!("accounts" in message)) return false;
  return message.accounts.some(
    ({ accountNumber, openingCents, closingCents }) =>
      accountNumber === undefined ||
      (message.type === "statement" && openingCents === undefined && closingCents === undefined),
  );
}

/** The message with its texts normalized as the rails carry them; references and amounts stay unchanged. */
function asSpelled(message: IsoMessage): IsoMessage {
  switch (message.type) {
    case "credit_transfers":
      return {
        ...message,
        transfers: message.transfers.map((transfer) => ({
          ...transfer,
          debtor: asSpelledParty(transfer.debtor),
          creditor: asSpelledParty(transfer.creditor),
          remittance: railText(transfer.remittance, maxRemittanceLength),
        })),
      };
    case "status_report":
      // Only pain.002 has batches, and we write pacs.002.
      return {
        ...message,
        statuses: message.statuses.map((status) =>
          withSpelledReason({ ...status, originalBatchId: undefined }),
        ),
      };
    case "payment_returns":
      return { ...message, returns: message.returns.map(withSpelledReason) };
    case "notification":
    case "statement":
    case "intraday":
      return {
        ...message,
        accounts: message.accounts.map((account) => ({
          ...account,
          entries: account.entries.map((entry) => ({
            ...entry,
            details: entry.details.map((detail) => ({
              ...detail,
              debtor: asSpelledParty(detail.debtor),
              creditor: asSpelledParty(detail.creditor),
              remittance: asSpelledLines(detail.remittance, 140),
            })),
          })),
        })),
      };
    case "bank_transfers":
    case "other":
      return message;
  }
}

function asSpelledParty(party: IsoParty): IsoParty {
  return {
    ...party,
    name: railText(party.name, 140),
    address: asSpelledAddress(party.address),
    bankName: railText(party.bankName, 140),
    bankAddress: asSpelledAddress(party.bankAddress),
  };
}

/** An address without town or country is not written, nor is a third line. */
function asSpelledAddress(address: IsoAddress | undefined): IsoAddress | undefined {
  const town = railText(address?.town, 35);
  if (address === undefined || town === undefined || address.country === undefined) return undefined;
  const lines = address.lines.map((line) => railText(line, 70)).filter((line) => line !== undefined);
  return {
    ...address,
    street: railText(address.street, 70),
    building: railText(address.building, 16),
    postalCode: railText(address.postalCode, 16),
    town,
    subdivision: railText(address.subdivision, 35),
    lines: lines.slice(0, 2),
  };
}

function withSpelledReason<T extends { readonly reasonText: string | undefined }>(report: T): T {
  return { ...report, reasonText: asSpelledLines(report.reasonText, 105) };
}

function asSpelledLines(text: string | undefined, maxLength: number): string | undefined {
  return railLines(text, maxLength).join(" ") || undefined;
}

function filesIn(folder: URL): readonly Buffer[] {
  return readdirSync(folder).map((file) => readFileSync(new URL(file, folder)));
}
