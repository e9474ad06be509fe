import type {
  NachaAddenda,
  NachaBatch,
  NachaEntry,
  NachaFile,
  NachaFileHeader,
} from "../src/rails/nacha/nacha-file.ts";
import { creditCode, debitCode, prenoteCode } from "../src/rails/nacha/transaction-codes.ts";
import { correctionOf, returnEntryOf, sameDayLimitCents, traceNumberOf } from "./nacha-entries.ts";

/** The originating bank of these files, and the receiving one. */
export const odfi = "12104288";
export const rdfi = "091000019";
const returningBank = rdfi.slice(0, 8);

export const header: NachaFileHeader = {
  destination: "231380104",
  origin: "121042882",
  createdOn: "2026-11-16",
  createdAt: "10:05",
  modifier: "A",
  destinationName: "FEDERAL RESERVE BANK",
  originName: "BANK OF THE ISSUER",
  referenceCode: "",
};

export function entryOf(sequence: number, changes: Partial<NachaEntry> = {}): NachaEntry {
  return {
    transactionCode: creditCode("checking"),
    rdfi,
    accountNumber: "0123456789",
    amountCents: 125_000n,
    individualId: `REF${sequence}`,
    individualName: "Wanda Receiver",
    discretionaryData: "",
    traceNumber: traceNumberOf(odfi, sequence),
    addenda: [],
    ...changes,
  };
}

export function batchOf(entries: readonly NachaEntry[], changes: Partial<NachaBatch> = {}): NachaBatch {
  return {
    serviceClass: "220",
    companyName: "Issuer Incorporated".slice(0, 16),
    discretionaryData: "",
    companyId: "1987654320",
    sec: "CCD",
    description: "PAYOUT",
    descriptiveDate: "261116",
    effectiveDate: "2026-11-17",
    settlementDay: undefined,
    originatorStatus: "1",
    odfi,
    number: 1,
    entries,
    ...changes,
  };
}

export function fileOf(...batches: readonly NachaBatch[]): NachaFile {
  return { header, batches };
}

const text = (words: string): NachaAddenda => ({ type: "payment", text: words });

/** Credits with and without addenda, same-day debits, and a prenote. */
export const payments: NachaFile = fileOf(
  batchOf([
    entryOf(1, { addenda: [text("invoice 2026-118, thank you")] }),
    entryOf(2, { transactionCode: creditCode("savings"), amountCents: 9_999_999_999n }),
    entryOf(3, { transactionCode: prenoteCode("credit", "checking"), amountCents: 0n }),
  ]),
  batchOf([entryOf(4, { transactionCode: debitCode("checking"), amountCents: sameDayLimitCents })], {
    serviceClass: "225",
    sec: "WEB",
    description: "FUNDING",
    descriptiveDate: "SD1300",
    number: 2,
  }),
);

const [first, second] = payments.batches.flatMap(({ entries }) => entries);
const originals: readonly NachaEntry[] = [first, second].filter((entry) => entry !== undefined);
const traceBack = (index: number): string => traceNumberOf(returningBank, index + 1);

/** Returns of the receiving bank, for several reasons. */
export const returns: NachaFile = {
  header: { ...header, destination: "121042882", origin: "091000019" },
  batches: [
    batchOf(
      originals.map((entry, index) =>
        returnEntryOf(entry, {
          code: index === 0 ? "R03" : "R15",
          traceNumber: traceBack(index),
          ...(index === 0 ? { text: "NO SUCH ACCOUNT" } : { dateOfDeath: "2026-10-31" }),
        }),
      ),
      { odfi: returningBank, effectiveDate: undefined, settlementDay: "321" },
    ),
  ],
};

export const corrections: NachaFile = {
  header: { ...header, destination: "121042882", origin: "091000019", createdAt: undefined },
  batches: [
    batchOf(
      originals.map((entry, index) =>
        correctionOf(entry, {
          code: index === 0 ? "C01" : "C05",
          correctedData: index === 0 ? "9876543210" : "22",
          traceNumber: traceBack(index),
        }),
      ),
      { sec: "COR", odfi: returningBank, effectiveDate: undefined },
    ),
  ],
};

const about = {
  originalTrace: "121042880000001",
  originalRdfi: returningBank,
  traceNumber: "121042880000009",
} as const;
const returned = { traceNumber: "091000010000001", settlementDay: "321", code: "R03" } as const;

/** A dishonored return, a contested dishonored return, and a refused correction, each in a batch of its own. */
export const disputes: NachaFile = fileOf(
  batchOf([
    entryOf(1, {
      transactionCode: "21",
      addenda: [{ type: "dishonored_return", code: "R68", ...about, returned, text: "LATE" }],
    }),
  ]),
  batchOf(
    [
      entryOf(2, {
        transactionCode: "21",
        addenda: [
          {
            type: "contested_return",
            code: "R73",
            ...about,
            returnedOn: "261118",
            originalSettlementDay: "321",
            returned,
            dishonored: { traceNumber: "121042880000009", settlementDay: "323", code: "R68" },
          },
        ],
      }),
    ],
    { number: 2 },
  ),
  batchOf(
    [
      entryOf(3, {
        transactionCode: "21",
        amountCents: 0n,
        addenda: [
          {
            type: "refused_correction",
            code: "C62",
            ...about,
            correctedData: "9876543210",
            changeCode: "C01",
            changeTraceSequence: "0000001",
          },
        ],
      }),
    ],
    { sec: "COR", number: 3 },
  ),
);

const international = (typeCode: string, ...cells: readonly (readonly [string, number])[]): NachaAddenda => ({
  type: "international",
  typeCode,
  text: cells
    .map(([value, width]) => value.padEnd(width))
    .join("")
    .trimEnd(),
});

/** The parties of a payment to a company in Germany, two remarks, and a correspondent bank. */
const parties: readonly NachaAddenda[] = [
  international("10", ["BUS", 3], ["125000".padStart(18, "0"), 18], ["", 22], ["Empfaenger GmbH", 35]),
  international("11", ["Issuer Incorporated", 35], ["1 Main Street", 35]),
  international("12", ["San Francisco*CA\\", 35], ["US*94105\\", 35]),
  international("13", ["Bank of the Issuer", 35], ["01", 2], ["121042882", 34], ["US", 3]),
  international("14", ["Bank des Empfaengers", 35], ["02", 2], ["COBADEFFXXX", 34], ["DE", 3]),
  international("15", ["", 15], ["Hauptstrasse 1", 35]),
  international("16", ["Frankfurt*HE\\", 35], ["DE*60311\\", 35]),
  international("17", ["Invoice 2026-118", 80]),
  international("17", ["Thank you", 80]),
  international("18", ["Correspondent Bank", 35], ["02", 2], ["DEUTDEFFXXX", 34], ["DE", 3]),
];

/** Terminal id and serial number, date, authorization, location, city and state of a card transaction. */
const terminal = [
  ["", 10],
  ["TERM01", 6],
  ["000123", 6],
  ["1116", 4],
  ["", 6],
  ["Main Street Store", 27],
  ["San Francisco", 15],
  ["CA", 2],
] as const;

/** Classes with their own record columns: a card at a terminal, many addenda, international. */
export const otherClasses: NachaFile = fileOf(
  batchOf(
    [
      entryOf(1, {
        transactionCode: debitCode("checking"),
        discretionaryData: "01",
        addenda: [
          {
            type: "terminal",
            text: terminal.map(([value, width]) => value.padEnd(width)).join(""),
            traceNumber: traceNumberOf(odfi, 1),
          },
        ],
      }),
    ],
    { serviceClass: "225", sec: "POS" },
  ),
  batchOf([entryOf(2, { individualName: "0003Many Words Inc", addenda: ["a", "b", "c"].map(text) })], {
    sec: "CTX",
    number: 2,
  }),
  batchOf(
    [
      entryOf(3, {
        accountNumber: "DE89370400440532013000",
        individualId: "",
        individualName: "",
        addenda: parties,
      }),
    ],
    {
      sec: "IAT",
      companyName: "",
      // Fixed to fixed, no exchange rate, to Germany; from dollars to euros.
      discretionaryData: "FF3               DE",
      descriptiveDate: "USDEUR",
      number: 3,
    },
  ),
);
