import fc from "fast-check";
import type {
  AccountReport,
  CreditTransfers,
  IsoAddress,
  IsoMessage,
  IsoParty,
  PaymentReturns,
  ReportedEntry,
  ReportedTransaction,
  StatusReport,
} from "../src/rails/iso20022/iso-message.ts";

type WrittenMessage = Exclude<IsoMessage, { readonly type: "other" | "bank_transfers" }>;

/** Messages that can be written: their texts use the character set of the rails. */
export function isoMessages(): fc.Arbitrary<WrittenMessage> {
  return fc.oneof(creditTransfers(), statusReports(), paymentReturns(), accountReports());
}

const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

/** Printable ASCII without leading, trailing or repeated blanks. */
function words(maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(printable, { minLength: 1, maxLength })
    .map((characters) => characters.join("").replaceAll(/ +/g, " ").trim())
    .filter((text) => text !== "");
}

/** References are written unchanged, whatever the script. */
function ids(maxLength = 35): fc.Arbitrary<string> {
  const unit = fc.oneof(
    { weight: 9, arbitrary: printable },
    fc.constantFrom("é", "漢", "𝄞", "\t", "\n", "\r"),
  );
  return fc
    .array(unit, { minLength: 1, maxLength })
    .map((characters) => characters.join("").trim())
    .filter((text) => text !== "");
}

const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined });
const cents = fc.bigInt({ min: 1n, max: 10n ** 13n });
const days = fc
  .date({ min: new Date("1970-01-02T00:00:00Z"), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const moments = fc
  .tuple(days, fc.integer({ min: 0, max: 86_399 }), fc.constantFrom("Z", "-05:00", "+14:00", ".123Z"))
  .map(([day, second, zone]) => `${day}T${new Date(second * 1000).toISOString().slice(11, 19)}${zone}`);
const uetrs = fc.uuid({ version: 4 });
const codes = fc.oneof(fc.constantFrom("AC04", "NARR", "X"), ids());

function parties(): fc.Arbitrary<IsoParty> {
  return fc.record({
    name: maybe(words(140)),
    address: maybe(addresses()),
    accountNumber: maybe(ids(34)),
    routingNumber: maybe(fc.stringMatching(/^\d{9}$/)),
    bankName: maybe(words(140)),
    bankAddress: maybe(addresses()),
  });
}

function addresses(): fc.Arbitrary<IsoAddress> {
  return fc.record({
    street: maybe(words(70)),
    building: maybe(words(16)),
    postalCode: maybe(words(16)),
    town: words(35),
    subdivision: maybe(words(35)),
    country: fc.stringMatching(/^[A-Z]{2}$/),
    lines: fc.array(words(70), { maxLength: 2 }),
  });
}

const header = { messageId: ids(), createdAt: moments };

function creditTransfers(): fc.Arbitrary<CreditTransfers> {
  const transfer = fc.record({
    instructionId: maybe(ids()),
    endToEndId: ids(),
    transactionId: maybe(ids()),
    uetr: maybe(uetrs),
    amountCents: cents,
    settlementDate: days,
    debtor: parties(),
    creditor: parties(),
    purpose: maybe(fc.constantFrom("SALA", "SUPP")),
    remittance: maybe(words(140)),
  });
  return fc
    .record({
      ...header,
      clearingSystem: maybe(fc.constantFrom("FDW", "TCH", "RTP", "FDN", "Some system")),
      transfers: fc.array(transfer, { minLength: 1, maxLength: 3 }),
    })
    .map(({ clearingSystem, transfers, ...rest }) => ({
      type: "credit_transfers",
      ...rest,
      transfers: transfers.map((each) => ({ ...each, clearingSystem })),
    }));
}

function statusReports(): fc.Arbitrary<StatusReport> {
  const status = fc.record({
    originalMessageId: maybe(ids()),
    originalInstructionId: maybe(ids()),
    originalEndToEndId: maybe(ids()),
    originalTransactionId: maybe(ids()),
    originalUetr: maybe(uetrs),
    status: fc.constantFrom("ACSC", "RJCT", "PDNG"),
    reasonCode: maybe(codes),
    reasonText: maybe(words(105)),
    acceptedAt: maybe(moments),
    clearingReference: maybe(ids()),
  });
  const statuses = fc.array(status, { minLength: 1, maxLength: 3 });
  return fc.record({ type: fc.constant("status_report" as const), ...header, statuses });
}

function paymentReturns(): fc.Arbitrary<PaymentReturns> {
  const entry = fc.record({
    returnId: maybe(ids()),
    originalMessageId: maybe(ids()),
    originalEndToEndId: maybe(ids()),
    originalTransactionId: maybe(ids()),
    originalUetr: maybe(uetrs),
    amountCents: cents,
    settlementDate: maybe(days),
    reasonCode: maybe(codes),
    reasonText: maybe(words(105)),
  });
  const returns = fc.array(entry, { minLength: 1, maxLength: 3 });
  return fc.record({ type: fc.constant("payment_returns" as const), ...header, returns });
}

function accountReports(): fc.Arbitrary<AccountReport> {
  const base = { reportId: ids(), accountNumber: ids(34), entries: fc.array(entries(), { maxLength: 3 }) };
  const balance = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n });
  const notified = fc.record({
    ...base,
    currency: maybe(currencies),
    openingCents: fc.constant(undefined),
    closingCents: fc.constant(undefined),
    closingDate: fc.constant(undefined),
  });
  const stated = fc.record({
    ...base,
    currency: currencies,
    openingCents: maybe(balance),
    closingCents: balance,
    closingDate: days,
  });
  return fc.oneof(
    fc.record({
      type: fc.constant("notification" as const),
      ...header,
      accounts: fc.array(notified, { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      type: fc.constantFrom("statement" as const, "intraday" as const),
      ...header,
      accounts: fc.array(stated, { minLength: 1, maxLength: 2 }),
    }),
  );
}

const currencies = fc.constantFrom("USD", "EUR", "JPY");

function entries(): fc.Arbitrary<ReportedEntry> {
  return fc.record({
    amountCents: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    amountText: fc.constant(undefined),
    currency: currencies,
    direction: fc.constantFrom("credit", "debit"),
    isReversal: fc.boolean(),
    status: fc.constantFrom("BOOK", "PDNG", "INFO", "of our own"),
    bankReference: maybe(ids()),
    bookedAt: maybe(fc.oneof(days, moments)),
    transactionCode: maybe(fc.oneof(fc.constantFrom("PMNT/RCDT/DMCT", "A/B/C/D"), ids())),
    details: fc.array(transactions(), { maxLength: 2 }),
  });
}

function transactions(): fc.Arbitrary<ReportedTransaction> {
  return fc.record({
    endToEndId: maybe(ids()),
    transactionId: maybe(ids()),
    uetr: maybe(uetrs),
    clearingReference: maybe(ids()),
    bankReference: maybe(ids()),
    amountCents: maybe(fc.bigInt({ min: 0n, max: 10n ** 13n })),
    debtor: parties(),
    creditor: parties(),
    remittance: maybe(words(400)),
  });
}
