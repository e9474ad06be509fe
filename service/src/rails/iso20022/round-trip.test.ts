import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isoMessages } from "../../../test/iso-arbitraries.ts";
import { goldenMessages, rtp, statement, wire, writeIsoMessage } from "../../../test/iso-messages.ts";
import { hasFixtures, schemaFaults } from "../../../test/iso-schemas.ts";
import type { IsoMessage } from "./iso-message.ts";
import { readIsoMessage } from "./read-iso-message.ts";
import { writeAccountReport } from "./write-account-report.ts";
import { writeCreditTransfers } from "./write-credit-transfers.ts";

describe.each(Object.entries(goldenMessages))("%s", (file, message) => {
  const golden = readFileSync(new URL(`golden/${file}`, import.meta.url));

  test("is what the writer produces", () => {
    expect(writeIsoMessage(message)?.toString()).toBe(golden.toString());
  });

  test("is read back unchanged", () => {
    expect(readIsoMessage(golden)).toEqual({ ok: true, message });
  });
});

test("reading a written message returns the same message", () => {
  fc.assert(
    fc.property(isoMessages(), (message) => {
      expect(readIsoMessage(written(message))).toEqual({ ok: true, message });
    }),
    { numRuns: 100 },
  );
});

describe.skipIf(!hasFixtures)("with the ISO 20022 schemas (../shared/fixtures/xsd)", () => {
  test("every written message is valid", () => {
    fc.assert(
      fc.property(isoMessages(), (message) => {
        expect(schemaFaults(schemaNames[message.type], written(message))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a message that cannot be written throws", () => {
  const [transfer = expect.unreachable()] = wire.transfers;
  const withTransfer = (change: Partial<typeof transfer>) => () =>
    writeCreditTransfers({ ...wire, transfers: [{ ...transfer, ...change }] });

  test.each([
    ["a reference that is too long", { endToEndId: "x".repeat(36) }],
    ["no reference at all", { endToEndId: "" }],
    ["a reference with a blank at its end", { endToEndId: "a " }],
    ["a lone surrogate in a reference", { endToEndId: "\uD834" }],
    ["a control character in a reference", { endToEndId: "a\u0001b" }],
    ["an account number that is too long", { debtor: { ...transfer.debtor, accountNumber: "1".repeat(35) } }],
    ["a routing number of eight digits", { creditor: { ...transfer.creditor, routingNumber: "01100001" } }],
    ["a zero amount", { amountCents: 0n }],
    ["a negative amount", { amountCents: -1n }],
    ["an amount of nineteen digits", { amountCents: 10n ** 18n }],
    ["an invalid date", { settlementDate: "2026-02-30" }],
    ["a UETR of another version", { uetr: "8a562c67-ca16-18ba-b074-65581be6f001" }],
  ])("%s", (_, change) => {
    expect(withTransfer(change)).toThrow(/\S/);
  });

  test("a message without transfers", () => {
    expect(() => writeCreditTransfers({ ...wire, transfers: [] })).toThrow(/needs transfers/);
  });

  test("transfers of two clearing systems in one message", () => {
    const transfers = [...wire.transfers, ...rtp.transfers];
    expect(() => writeCreditTransfers({ ...wire, transfers })).toThrow(/one clearing system/);
  });

  test("a statement without a balance or an account", () => {
    const [account = expect.unreachable()] = statement.accounts;
    const bare = { ...account, openingCents: undefined, closingCents: undefined };
    expect(() => writeAccountReport({ ...statement, accounts: [bare] })).toThrow(/a balance/);
    const nameless = { ...account, accountNumber: undefined };
    expect(() => writeAccountReport({ ...statement, accounts: [nameless] })).toThrow(
      /needs an account number/,
    );
  });
});

test("the error names the problem and quotes nothing", () => {
  const [transfer = expect.unreachable()] = wire.transfers;
  const broken = { ...transfer, amountCents: 0n };
  expect(() => writeCreditTransfers({ ...wire, transfers: [broken] })).toThrow(
    "invalid pacs.008.001.08: amount: IntrBkSttlmAmt must be a positive amount in dollars and cents, without a sign.",
  );
});

const schemaNames = {
  credit_transfers: "pacs.008.001.08",
  status_report: "pacs.002.001.10",
  payment_returns: "pacs.004.001.10",
  notification: "camt.054.001.08",
  statement: "camt.053.001.08",
  intraday: "camt.052.001.08",
} as const;

function written(message: IsoMessage): Buffer {
  return writeIsoMessage(message) ?? expect.unreachable();
}
