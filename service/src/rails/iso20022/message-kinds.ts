import type { IsoMessage, OtherMessage } from "./iso-message.ts";
import { recallReplyShape, recallShape, statusRequestShape } from "./other-shapes.ts";
import type { Problems } from "./problems.ts";
import { readAccountReport } from "./read-account-report.ts";
import { readBankTransfers } from "./read-bank-transfers.ts";
import { readCreditTransfers } from "./read-credit-transfers.ts";
import { readPaymentReturns } from "./read-payment-returns.ts";
import { readCustomerStatusReport, readStatusReport } from "./read-status-report.ts";
import { intradayShape, notificationShape, statementShape } from "./report-shapes.ts";
import { anything, perVersion, type Shape } from "./shape.ts";
import { customerStatusReportShape, paymentReturnsShape, statusReportShape } from "./status-shapes.ts";
import { bankTransfersShape, creditTransfersShape } from "./transfer-shapes.ts";
import { valueAt, type XmlElement } from "./xml-element.ts";

/** A message type in one version. */
export interface MessageKind {
  readonly root: string;
  readonly shape: Shape;
  /** Takes an element with a valid shape; may still report counts and sums that don't match. */
  readonly read: (element: XmlElement, problems: Problems) => IsoMessage;
}

/** What happens with a message: it is applied to payments or to the account, or only shown for manual review. */
export type MessageUse = "bookings" | "statuses" | "returns" | "shown";

interface MessageType {
  /** For example `camt.053`. */
  readonly name: string;
  readonly root: string;
  /** The first version; the releases of the standard are those of this and the following versions. */
  readonly first: number;
  readonly releases: readonly number[];
  readonly use: MessageUse;
  readonly shape: (version: number, release: number) => Shape;
  readonly read: (name: string) => MessageKind["read"];
}

const reportReleases = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const transferReleases = [2, 3, 4, 5, 6, 7, 8, 8, 10, 11, 12, 13, 14];
const statusReleases = [2, 3, 4, 5, 6, 6, 7, 8, 8, 10, 11, 12, 13, 14];
const returnReleases = [2, 3, 4, 5, 6, 6, 7, 8, 8, 10, 11, 12, 13, 14];
const report = {
  first: 2,
  releases: reportReleases,
  use: "bookings",
  read: () => readAccountReport,
} as const;
const shown = { use: "shown", read: readOtherMessage } as const;

/** The message types that are read, with their versions. Any other message is only shown. */
export const messageTypes: readonly MessageType[] = [
  { name: "camt.052", root: "BkToCstmrAcctRpt", shape: intradayShape, ...report },
  { name: "camt.053", root: "BkToCstmrStmt", shape: statementShape, ...report },
  { name: "camt.054", root: "BkToCstmrDbtCdtNtfctn", shape: notificationShape, ...report },
  {
    name: "pacs.002",
    root: "FIToFIPmtStsRpt",
    first: 3,
    releases: statusReleases,
    use: "statuses",
    shape: statusReportShape,
    read: () => readStatusReport,
  },
  {
    name: "pain.002",
    root: "CstmrPmtStsRpt",
    first: 3,
    releases: statusReleases.filter((release) => release !== 13),
    use: "statuses",
    shape: customerStatusReportShape,
    read: () => readCustomerStatusReport,
  },
  {
    name: "pacs.004",
    root: "PmtRtr",
    first: 2,
    releases: returnReleases,
    use: "returns",
    shape: paymentReturnsShape,
    read: () => readPaymentReturns,
  },
  {
    name: "pacs.008",
    root: "FIToFICstmrCdtTrf",
    first: 2,
    releases: transferReleases,
    use: "shown",
    shape: creditTransfersShape,
    read: () => readCreditTransfers,
  },
  ...[
    { root: "FinInstnCdtTrf", first: 3, releases: [3] },
    { root: "FICdtTrf", first: 4, releases: [4, 5, 6, 7, 8, 8, 10, 12, 13, 14] },
  ].map((versions) => ({
    name: "pacs.009",
    use: "shown" as const,
    shape: bankTransfersShape,
    read: () => readBankTransfers,
    ...versions,
  })),
  {
    name: "camt.056",
    root: "FIToFIPmtCxlReq",
    first: 8,
    releases: [8],
    shape: () => recallShape,
    ...shown,
  },
  {
    name: "camt.029",
    root: "RsltnOfInvstgtn",
    first: 9,
    releases: [8],
    shape: () => recallReplyShape,
    ...shown,
  },
  {
    name: "pacs.028",
    root: "FIToFIPmtStsReq",
    first: 3,
    releases: [8],
    shape: () => statusRequestShape,
    ...shown,
  },
];

/** For example of `camt.053.001.08`. For an unsupported type or version, only the name and id are read. */
export function kindOf(name: string, root: string): MessageKind {
  return kinds.get(name)?.() ?? { root, shape: anything, read: readOtherMessage(name) };
}

/** @public Names of all types and versions, each with a function that builds its kind when it is needed. */
export const kinds: ReadonlyMap<string, () => MessageKind> = new Map(messageTypes.flatMap(kindsOfType));

function kindsOfType(type: MessageType): readonly (readonly [string, () => MessageKind])[] {
  return type.releases.map((release, index) => {
    const version = type.first + index;
    const name = `${type.name}.001.${String(version).padStart(2, "0")}`;
    const shapeOf = perVersion(() => type.shape(version, release));
    return [name, () => ({ root: type.root, shape: shapeOf(version), read: type.read(name) })];
  });
}

// Where message types have their id: group header, case assignment, header, or message.
const idPaths = ["GrpHdr/MsgId", "Assgnmt/Id", "MsgHdr/MsgId", "MsgId/Id", "MsgId/MsgId", "MsgId"];

/** A message that is shown for manual review and not processed. */
function readOtherMessage(name: string): (element: XmlElement) => OtherMessage {
  return (element) => ({ type: "other", name, messageId: idOf(element) });
}

function idOf(element: XmlElement): string {
  return idPaths.map((path) => valueAt(element, path)).find((id) => id !== undefined) ?? "";
}
