import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { writeIsoMessage } from "../../../test/iso-messages.ts";
import { chanceOf, mutantOf } from "../../../test/iso-mutants.ts";
import { fixturesFolder, hasFixtures, schemaFaults, schemaNames } from "../../../test/iso-schemas.ts";
import { seedOf, sizeOf } from "../../../test/scale.ts";
import type { IsoAddress, IsoMessage, IsoParty } from "./iso-message.ts";
import { railLines, railText } from "./rail-text.ts";
import { maxRemittanceLength } from "./read-credit-transfers.ts";
import { readIsoMessage } from "./read-iso-message.ts";

const seed = seedOf("FUZZ_SEED");
const rounds = sizeOf("FUZZ_ROUNDS", { usual: 500, long: 20_000 });

const goldenFolder = new URL("golden/", import.meta.url);
const golden = filesIn(goldenFolder);
const foreign = hasFixtures
  ? ["rtp/", "camt/"].flatMap((name) => filesIn(new URL(name, fixturesFolder)))
  : [];

describe(`mutated files (FUZZ_SEED=${seed} FUZZ_ROUNDS=${rounds})`, () => {
  test("reading returns a message or problems, and a message survives a round trip", () => {
    forMutants([...golden, ...foreign], (bytes) => {
      const reading = readIsoMessage(bytes);
      if (reading.ok) expectSurvival(reading.message);
      else expectProblems(reading.problems);
      return reading.ok;
    });
  });

  // Real files may contain anything in elements that we don't check; files that we write have none of these.
  test.skipIf(!hasFixtures)("the schema accepts what the reader accepts (../shared/fixtures/xsd)", () => {
    forMutants(
      golden.filter((bytes) => bytes.includes("<Document") && !bytes.includes("<Undrlyg")),
      (bytes) => {
        if (!readIsoMessage(bytes).ok) return false;
        const [, name = ""] = /tech:xsd:([a-z0-9.]+)"/.exec(bytes.toString()) ?? [];
        if (schemaNames.has(name)) expect(schemaFaults(name, bytes)).toEqual([]);
        return true;
      },
    );
  });
});

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
  if (message.type === "other" || isStatementWithoutBalance(message)) return;
  const bytes = writeIsoMessage(message) ?? expect.unreachable();
  expect(readIsoMessage(bytes)).toEqual({ ok: true, message: asSpelled(message) });
}

/** For example a statement with only available balances: we read it but never write one. */
function isStatementWithoutBalance(message: IsoMessage): boolean {
  return (
    message.type === "statement" &&
    message.accounts.some(
      ({ openingCents, closingCents }) => openingCents === undefined && closingCents === undefined,
    )
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
      return { ...message, statuses: message.statuses.map(withSpelledReason) };
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
