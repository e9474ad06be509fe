import type { IsoMessage, IsoReading, OtherMessage } from "./iso-message.ts";
import { findBody, type MessageBody } from "./message-body.ts";
import { recallReplyShape, recallShape, statusRequestShape } from "./other-shapes.ts";
import { createProblems, type Problems } from "./problems.ts";
import { readAccountReport } from "./read-account-report.ts";
import { readCreditTransfers } from "./read-credit-transfers.ts";
import { readPaymentReturns } from "./read-payment-returns.ts";
import { readStatusReport } from "./read-status-report.ts";
import { readXml } from "./read-xml.ts";
import { intradayShape, notificationShape, statement2009Shape, statementShape } from "./report-shapes.ts";
import { anything, checkShape, type Shape } from "./shape.ts";
import { creditTransfersShape, paymentReturnsShape, statusReportShape } from "./transfer-shapes.ts";
import { valueAt, type XmlElement } from "./xml-element.ts";

/** Reads one message. A message with any problem is rejected as a whole, with all its problems. */
export function readIsoMessage(bytes: Buffer): IsoReading {
  const problems = createProblems();
  const message = readMessage(bytes, problems);
  return message === undefined || problems.list().length > 0
    ? { ok: false, problems: problems.list() }
    : { ok: true, message };
}

function readMessage(bytes: Buffer, problems: Problems): IsoMessage | undefined {
  const root = readXml(bytes, problems);
  const body = root === undefined ? undefined : findBody(root, problems);
  if (body === undefined) return undefined;
  const kind = kinds.get(body.name) ?? otherKind(body);
  if (body.element.name !== kind.root) {
    problems.add(body.element, "root", `The root element of ${body.name} must be ${kind.root}.`);
    return undefined;
  }
  checkShape(body.element, kind.shape, problems);
  return problems.list().length > 0 ? undefined : kind.read(body.element, problems);
}

interface MessageKind {
  readonly root: string;
  readonly shape: Shape;
  /** Takes an element with a valid shape; may still report counts and sums that don't match. */
  readonly read: (element: XmlElement, problems: Problems) => IsoMessage;
}

/** The supported messages, by name and version. */
export const kinds: ReadonlyMap<string, MessageKind> = new Map([
  kind("pacs.008.001.08", "FIToFICstmrCdtTrf", creditTransfersShape, readCreditTransfers),
  kind("pacs.002.001.10", "FIToFIPmtStsRpt", statusReportShape, readStatusReport),
  kind("pacs.004.001.10", "PmtRtr", paymentReturnsShape, readPaymentReturns),
  kind("camt.054.001.08", "BkToCstmrDbtCdtNtfctn", notificationShape, readAccountReport),
  kind("camt.053.001.08", "BkToCstmrStmt", statementShape, readAccountReport),
  kind("camt.053.001.02", "BkToCstmrStmt", statement2009Shape, readAccountReport),
  kind("camt.052.001.08", "BkToCstmrAcctRpt", intradayShape),
  kind("camt.056.001.08", "FIToFIPmtCxlReq", recallShape),
  kind("camt.029.001.09", "RsltnOfInvstgtn", recallReplyShape),
  kind("pacs.028.001.03", "FIToFIPmtStsReq", statusRequestShape),
]);

function kind(
  name: string,
  root: string,
  shape: Shape,
  read: MessageKind["read"] = readOtherMessage(name),
): readonly [string, MessageKind] {
  return [name, { root, shape, read }];
}

/** For an unsupported type or version, only the name and id are read. */
function otherKind({ name, element }: MessageBody): MessageKind {
  return { root: element.name, shape: anything, read: readOtherMessage(name) };
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
