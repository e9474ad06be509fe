import type { IsoProfileName } from "./iso20022/iso-profile.ts";

/**
 * The registry of payment systems and rails: everything that differs between them is data here. A new rail is an entry
 * in this file and, if its messages differ, an adapter; see docs/contributing/add-a-rail.md. No other file lists rails.
 */

/** A payment system: what all of its rails have in common. */
export interface PaymentSystem {
  /** Display name inside a sentence. */
  readonly name: string;
  /** Format of its files: `nacha` for Nacha files, `iso20022` for one pacs message per entry. */
  readonly format: RailFormat;
  /** The rail whose schedule applies to a return of an incoming payment. */
  readonly returnRail: string;
  /** The bank rejects a payment before it settles. In ACH, there are only returns. */
  readonly hasRejections: boolean;
  /** `failure.type` of a transfer whose payment was returned. */
  readonly returnFailure: "ach_return" | "wire_return" | "rail_rejected";
  /** Shows the name of the brand to the counterparty, as the ACH company name does. */
  readonly showsBrand: boolean;
  /** Length of the field that carries the reference of a payment. */
  readonly maxReferenceLength: number;
  /** Where the API shows the reference of the clearing system, if it does. */
  readonly reference: "imad" | "trace_number" | undefined;
  /** Format of that reference, if it identifies the payment system. */
  readonly referencePattern: RegExp | undefined;
  /** Profile of its messages at banks that pass them on: `BANK_ISO_PROFILE`. */
  readonly isoProfile: IsoProfileName | undefined;
  /** Clearing system in pacs messages: the code that we write first, then others that banks use. */
  readonly clearingSystems: readonly string[];
  /** Bank transaction codes (ISO 20022) of bookings: those that the sandbox bank writes. */
  readonly transactionCodes: TransactionCodes;
  /**
   * Bookings that belong to it, by family and optionally sub-family of their transaction code. Systems may share a
   * family: the first one that a reference or an entry does not exclude is meant.
   */
  readonly bookings: readonly BookingRule[];
}

export type RailFormat = "nacha" | "iso20022";

/** Domain, family and sub-family, such as `PMNT/RCDT/DMCT`. */
export interface TransactionCodes {
  /** Incoming payment. */
  readonly received: string;
  /** Outgoing payment. */
  readonly sent: string;
  /** Our debit, and its return. */
  readonly pulled?: string;
  readonly pulledBack?: string;
  /** Return of our payment. */
  readonly cameBack: string;
  /** We returned an incoming payment. */
  readonly givenBack: string;
}

interface BookingRule {
  readonly families: readonly string[];
  /** Only these; undefined means all that no other system claims. */
  readonly subFamilies?: readonly string[];
}

/** A rail: one way to move dollars, with its API name as its key. */
export interface Rail {
  readonly system: string;
  /** Display name inside a sentence; a label starts with a capital letter. */
  readonly name: string;
  /**
   * A credit pushes money to the counterparty, a debit pulls money from it. The name of a debit rail ends with `_debit`:
   * constraints of the database depend on it.
   */
  readonly direction: "credit" | "debit";
  readonly currency: "USD";
  readonly schedule: RailSchedule;
  /** Maximum of one entry in the network. A bank may set a lower one: `BANK_RAIL_LIMITS`. */
  readonly maxCents: bigint;
  /** A transfer can be funded by it: the payer sends the money to the account number in the response. */
  readonly isFundedByPayer: boolean;
  /** What the bank account needs beyond an owner, an account number and a routing number. */
  readonly requires: readonly BankAccountField[];
  /** Carries a memo to the beneficiary: `wire_memo`. */
  readonly carriesMemo: boolean;
  /** A payout that the beneficiary's bank cannot take may be sent by another rail: `fallback`. */
  readonly canFallBack: boolean;
}

/** When files leave and settle, the fastest first; see `calendar/rail-times.ts`. */
export const railSchedules = ["always_open", "fedwire", "same_day_ach", "ach"] as const;
export type RailSchedule = (typeof railSchedules)[number];

export type BankAccountField = "bank_address" | "beneficiary_address";

/** Sub-families of credit transfers that are ACH, by their names in the code set. */
const achSubFamilies = ["ACDT", "ACON", "ACOR", "ADBT", "AIDD", "APAC", "ARET", "AREV", "ASET", "ATXN"];

/** Payment systems, by the `type` of a payment in the API. */
export const paymentSystems = {
  wire: {
    name: "wire",
    format: "iso20022",
    returnRail: "wire",
    hasRejections: true,
    returnFailure: "wire_return",
    showsBrand: false,
    // ISO 20022: unstructured remittance information.
    maxReferenceLength: 140,
    reference: "imad",
    // IMAD: date, sender, and a six-digit number.
    referencePattern: /^\d{8}[A-Z0-9]{8}\d{6}$/,
    isoProfile: "fedwire",
    clearingSystems: ["FDW"],
    transactionCodes: {
      received: "PMNT/RCDT/DMCT",
      sent: "PMNT/ICDT/DMCT",
      cameBack: "PMNT/RCDT/RRTN",
      givenBack: "PMNT/ICDT/RRTN",
    },
    bookings: [{ families: ["RCDT", "ICDT"] }],
  },
  ach: {
    name: "ACH",
    format: "nacha",
    returnRail: "ach_credit",
    hasRejections: false,
    returnFailure: "ach_return",
    showsBrand: true,
    // Nacha: payment related information of an addenda record.
    maxReferenceLength: 80,
    reference: "trace_number",
    referencePattern: /^\d{15}$/,
    isoProfile: undefined,
    clearingSystems: ["ACH"],
    transactionCodes: {
      received: "PMNT/RCDT/ACDT",
      sent: "PMNT/ICDT/ACDT",
      pulled: "PMNT/IDDT/OODD",
      cameBack: "PMNT/RCDT/ARET",
      pulledBack: "PMNT/IDDT/ARET",
      givenBack: "PMNT/ICDT/ARET",
    },
    bookings: [{ families: ["RCDT", "ICDT"], subFamilies: achSubFamilies }, { families: ["IDDT", "RDDT"] }],
  },
  rtp: {
    name: "RTP",
    format: "iso20022",
    returnRail: "rtp_credit",
    hasRejections: true,
    returnFailure: "rail_rejected",
    showsBrand: false,
    // ISO 20022: unstructured remittance information.
    maxReferenceLength: 140,
    reference: undefined,
    // Instruction id: date, participant, and a number.
    referencePattern: /^\d{17}[A-Z]\d{17}$/,
    isoProfile: "rtp",
    clearingSystems: ["RTP", "TCH"],
    transactionCodes: {
      received: "PMNT/RRCT/DMCT",
      sent: "PMNT/IRCT/DMCT",
      cameBack: "PMNT/RRCT/RRTN",
      givenBack: "PMNT/IRCT/RRTN",
    },
    bookings: [{ families: ["RRCT", "IRCT"] }],
  },
  fednow: {
    name: "FedNow",
    format: "iso20022",
    returnRail: "fednow_credit",
    hasRejections: true,
    returnFailure: "rail_rejected",
    showsBrand: false,
    // ISO 20022: unstructured remittance information.
    maxReferenceLength: 140,
    reference: undefined,
    // Message id: date, routing number of the sender, and up to 18 characters.
    referencePattern: /^\d{17}[A-Za-z0-9]{1,18}$/,
    isoProfile: "fednow",
    clearingSystems: ["FDN"],
    transactionCodes: {
      received: "PMNT/RRCT/DMCT",
      sent: "PMNT/IRCT/DMCT",
      cameBack: "PMNT/RRCT/RRTN",
      givenBack: "PMNT/IRCT/RRTN",
    },
    bookings: [{ families: ["RRCT", "IRCT"] }],
  },
} as const satisfies Record<string, PaymentSystem>;

const ach = {
  system: "ach",
  currency: "USD",
  isFundedByPayer: false,
  requires: [],
  carriesMemo: false,
  canFallBack: false,
} as const;
/** Nacha: ten digits of cents in an entry, and 1,000,000 USD in a same-day entry. */
const maxAchCents = 9_999_999_999n;
const maxSameDayCents = 100_000_000n;

/** Rails, by their API names, in the order in which the API lists them. */
export const rails = {
  wire: {
    system: "wire",
    name: "wire",
    direction: "credit",
    currency: "USD",
    schedule: "fedwire",
    // Fedwire: one cent below 10,000,000,000 USD.
    maxCents: 999_999_999_999n,
    isFundedByPayer: true,
    requires: ["bank_address", "beneficiary_address"],
    carriesMemo: true,
    canFallBack: false,
  },
  ach_credit: {
    ...ach,
    name: "ACH credit",
    direction: "credit",
    schedule: "ach",
    maxCents: maxAchCents,
  },
  same_day_ach_credit: {
    ...ach,
    name: "same-day ACH credit",
    direction: "credit",
    schedule: "same_day_ach",
    maxCents: maxSameDayCents,
  },
  ach_debit: {
    ...ach,
    name: "ACH debit",
    direction: "debit",
    schedule: "ach",
    maxCents: maxAchCents,
  },
  same_day_ach_debit: {
    ...ach,
    name: "same-day ACH debit",
    direction: "debit",
    schedule: "same_day_ach",
    maxCents: maxSameDayCents,
  },
  rtp_credit: {
    system: "rtp",
    name: "RTP credit",
    direction: "credit",
    currency: "USD",
    schedule: "always_open",
    // RTP: 10,000,000 USD.
    maxCents: 1_000_000_000n,
    isFundedByPayer: false,
    requires: [],
    carriesMemo: false,
    canFallBack: true,
  },
  fednow_credit: {
    system: "fednow",
    name: "FedNow credit",
    direction: "credit",
    currency: "USD",
    schedule: "always_open",
    // FedNow: 10,000,000 USD since November 2025.
    maxCents: 1_000_000_000n,
    isFundedByPayer: false,
    requires: [],
    carriesMemo: false,
    canFallBack: true,
  },
} as const satisfies Record<string, Rail>;
