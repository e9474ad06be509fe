import type { IsoAddress } from "./iso-message.ts";

/**
 * The profiles of ISO 20022 that we write. A network restricts the standard: `fedwire`, `rtp` and `fednow` follow the
 * rules of these networks, for banks that pass our messages on. `generic` is plain ISO 20022, for banks that map it.
 * Everything that differs between profiles is in this table.
 */
export const isoProfileNames = ["generic", "fedwire", "rtp", "fednow"] as const;
export type IsoProfileName = (typeof isoProfileNames)[number];

export interface IsoProfile {
  readonly name: IsoProfileName;
  /** Form of message ids; undefined for the id of the file. */
  readonly messageId: ReferenceForm | undefined;
  /** Form of instruction ids; undefined for the id of the entry. */
  readonly instructionId: ReferenceForm | undefined;
  /** Whether `TxId` is written. */
  readonly hasTransactionId: boolean;
  /** Creation times: in UTC, or in New York with the offset. */
  readonly clock: "utc" | "new_york";
  /** Code of the clearing system, or a proprietary value; undefined for that of the rail. */
  readonly clearingSystem: string | undefined;
  readonly hasControlSum: boolean;
  /** Whether `InstdAmt` is written. */
  readonly hasInstructedAmount: boolean;
  /** Whether `Purp` is written. */
  readonly hasPurpose: boolean;
  /** Debtor and creditor agent: also with name and address, or by routing number only. */
  readonly agents: "named" | "member_only";
  /** Clearing system of routing numbers; undefined where the network has no other member ids. */
  readonly memberScheme: "USABA" | undefined;
  /** Parts without which an address is not written. */
  readonly addressParts: readonly Exclude<keyof IsoAddress, "lines">[];
  /** Most `AdrLine` elements beside the structured parts of an address. */
  readonly maxAddressLines: number;
  /** Whether debtor and creditor must have a name, and every bank with an address. */
  readonly needsNames: boolean;
  /** Parts of a return (pacs.004) beyond its reference, amount, date and reason. */
  readonly returns: readonly ReturnPart[];
  readonly header: HeaderForm;
  /** The network's own envelope; undefined if the profile belongs to no network. */
  readonly envelope: NetworkEnvelope | undefined;
}

/** A reference: prefix, date, sender, and a number of this many digits. */
export interface ReferenceForm {
  readonly prefix: string;
  /** The day on which the message settles, or was created. */
  readonly day: "settlement" | "creation";
  readonly sender: keyof IsoSender;
  readonly digits: number;
}

/** How the networks know the sender of our messages. */
export interface IsoSender {
  /** Fedwire: input source of the IMAD, eight characters. */
  readonly fedwireSource: string;
  /** RTP: participant id, eleven characters. */
  readonly rtpParticipant: string;
  /** ABA routing number of our bank. */
  readonly routingNumber: string;
}

export type ReturnPart =
  | "clearing_system"
  /** Id, type and creation time of the original message. */
  | "original_group"
  | "original_uetr"
  | "instructed_amount"
  | "charge_bearer"
  /** Instructing and instructed agent. */
  | "agents"
  /** Debtor and creditor of the return, with their accounts and agents. */
  | "chain"
  /** Local instrument of the original. */
  | "original_type";

/** Business application header (head.001). */
export interface HeaderForm {
  readonly version: "head.001.001.01" | "head.001.001.02" | "head.001.001.03";
  /** Form of the business message id; undefined for the message id. */
  readonly id: ReferenceForm | undefined;
  /** How the network knows the sender. */
  readonly sender: keyof IsoSender;
  /** Member id of the receiving service; undefined for the receiving bank's routing number. */
  readonly to: string | undefined;
  /** Whether the business service says `PROD` or `TEST`. */
  readonly hasService: boolean;
  readonly marketPractice: { readonly registry: string; readonly id: string } | undefined;
}

/** Elements around header and message. Messages that participants send are incoming for the Federal Reserve. */
export interface NetworkEnvelope {
  readonly namespace: string;
  /** From the outside in. */
  readonly elements: readonly string[];
  /** Innermost element, by message type. */
  readonly messages: Readonly<Record<"pacs.008" | "pacs.004", string | undefined>>;
  /** Whether the header is in the namespace of the envelope, and the message without `Document`. */
  readonly isUnwrapped: boolean;
}

const generic: IsoProfile = {
  name: "generic",
  messageId: undefined,
  instructionId: undefined,
  hasTransactionId: true,
  clock: "utc",
  clearingSystem: undefined,
  hasControlSum: true,
  hasInstructedAmount: false,
  hasPurpose: true,
  agents: "named",
  memberScheme: "USABA",
  addressParts: ["town", "country"],
  maxAddressLines: 2,
  needsNames: false,
  returns: [],
  header: {
    version: "head.001.001.02",
    id: undefined,
    sender: "routingNumber",
    to: undefined,
    hasService: false,
    marketPractice: undefined,
  },
  envelope: undefined,
};

const registry = "www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services";

/** Fedwire Funds Service since November 2026. The message id is the IMAD. */
const fedwire: IsoProfile = {
  ...generic,
  name: "fedwire",
  messageId: { prefix: "", day: "settlement", sender: "fedwireSource", digits: 6 },
  clock: "new_york",
  clearingSystem: "FDW",
  hasControlSum: false,
  hasInstructedAmount: true,
  needsNames: true,
  returns: [
    "clearing_system",
    "original_group",
    "original_uetr",
    "instructed_amount",
    "charge_bearer",
    "agents",
    "chain",
    "original_type",
  ],
  header: {
    version: "head.001.001.03",
    id: undefined,
    sender: "routingNumber",
    to: "021151080",
    hasService: true,
    marketPractice: { registry: `${registry}/Fedwire_Funds_Service`, id: "frb.fedwire.01" },
  },
  envelope: {
    namespace: "urn:fedwirefunds:incoming:v001",
    elements: ["FedwireFundsIncoming", "FedwireFundsIncomingMessage"],
    messages: { "pacs.008": "FedwireFundsCustomerCreditTransfer", "pacs.004": "FedwireFundsPaymentReturn" },
    isUnwrapped: false,
  },
};

/** The RTP network. It has no pacs.004: a return stays an instruction to our bank, in plain ISO 20022. */
const rtp: IsoProfile = {
  ...generic,
  name: "rtp",
  messageId: { prefix: "M", day: "creation", sender: "rtpParticipant", digits: 15 },
  instructionId: { prefix: "", day: "creation", sender: "rtpParticipant", digits: 16 },
  clock: "new_york",
  clearingSystem: "TCH",
  hasControlSum: false,
  hasPurpose: false,
  agents: "member_only",
  memberScheme: undefined,
  addressParts: ["street", "postalCode", "town", "subdivision", "country"],
  maxAddressLines: 1,
  needsNames: true,
  header: {
    version: "head.001.001.01",
    id: { prefix: "B", day: "creation", sender: "rtpParticipant", digits: 15 },
    sender: "rtpParticipant",
    to: "990000001T1",
    hasService: false,
    marketPractice: undefined,
  },
  envelope: {
    namespace: "urn:tch",
    elements: ["Message"],
    messages: { "pacs.008": "CreditTransfer", "pacs.004": undefined },
    isUnwrapped: true,
  },
};

/** FedNow Service. Only a part of its rules is public: these are those of the Federal Reserve's samples. */
const fednow: IsoProfile = {
  ...generic,
  name: "fednow",
  messageId: { prefix: "", day: "creation", sender: "routingNumber", digits: 18 },
  hasTransactionId: false,
  clock: "new_york",
  clearingSystem: "FDN",
  hasControlSum: false,
  needsNames: true,
  returns: ["clearing_system", "original_group", "original_uetr", "agents", "chain"],
  header: {
    ...generic.header,
    to: "021150706",
    marketPractice: { registry: `${registry}/FedNow_Service`, id: "frb.fednow.01" },
  },
  envelope: {
    namespace: "urn:fednow:incoming:v001",
    elements: ["FedNowIncoming", "FedNowIncomingMessage"],
    messages: { "pacs.008": "FedNowCustomerCreditTransfer", "pacs.004": "FedNowPaymentReturn" },
    isUnwrapped: false,
  },
};

export const isoProfiles: Readonly<Record<IsoProfileName, IsoProfile>> = { generic, fedwire, rtp, fednow };

/** Payment type of a credit transfer, and where its settlement date is, by clearing system. */
export interface ClearingRules {
  readonly serviceLevel?: string;
  readonly localInstrument: string;
  readonly categoryPurpose?: string;
  /** The date and the total are in the group header, instead of the date in each transfer. */
  readonly isDateInHeader: boolean;
}

const rtpRules: ClearingRules = {
  serviceLevel: "SDVA",
  localInstrument: "STANDARD",
  categoryPurpose: "BUSINESS",
  isDateInHeader: true,
};

const clearingRules: ReadonlyMap<string, ClearingRules> = new Map([
  // A customer transfer.
  ["FDW", { localInstrument: "CTRC", isDateInHeader: false }],
  ["TCH", rtpRules],
  ["RTP", rtpRules],
  ["FDN", { localInstrument: "FDNA", categoryPurpose: "BIZZ", isDateInHeader: false }],
]);

/** Undefined for other clearing systems, and without one. */
export function clearingRulesOf(clearingSystem: string | undefined): ClearingRules | undefined {
  return clearingSystem === undefined ? undefined : clearingRules.get(clearingSystem);
}

/** A reference of this form; the number repeats after as many as its digits can count. */
export function referenceOf(
  form: ReferenceForm,
  {
    sender,
    days,
    number,
  }: {
    readonly sender: IsoSender;
    /** `YYYY-MM-DD` */
    readonly days: Readonly<Record<ReferenceForm["day"], string>>;
    readonly number: bigint;
  },
): string {
  const day = days[form.day].replaceAll("-", "");
  const digits = `${number % 10n ** BigInt(form.digits)}`.padStart(form.digits, "0");
  return `${form.prefix}${day}${sender[form.sender]}${digits}`;
}
