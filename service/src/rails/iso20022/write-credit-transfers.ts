import { assert } from "../../kernel/assert.ts";
import type { CreditTransfer, CreditTransfers } from "./iso-message.ts";
import { railText } from "./rail-text.ts";
import { maxRemittanceLength } from "./read-credit-transfers.ts";
import { dollarsLeaf, groupTotals, writeMessage } from "./write-message.ts";
import { accountNode, agentNode, memberAgentNode, personParts } from "./write-party.ts";
import { idLeaf, leaf, node, nodeIfAny, type XmlNode } from "./xml-node.ts";

/** pacs.008.001.08. The clearing system stands once in a message, so its transfers share it. */
export function writeCreditTransfers(message: CreditTransfers): Buffer {
  const { transfers } = message;
  const [first] = transfers;
  assert(first !== undefined, "a message holds transfers");
  assert(
    transfers.every(({ clearingSystem }) => clearingSystem === first.clearingSystem),
    "the transfers of one message are cleared by one system",
  );
  const sharedDay =
    isRtp(first) && transfers.every(({ settlementDate }) => settlementDate === first.settlementDate);
  const { count, controlSum, total } = groupTotals(
    "TtlIntrBkSttlmAmt",
    transfers.map(({ amountCents }) => amountCents),
  );
  const header = node(
    "GrpHdr",
    idLeaf("MsgId", message.messageId),
    leaf("CreDtTm", message.createdAt),
    count,
    controlSum,
    // Total and day go together, and the day stands in one place only: here for RTP, in each transfer for the others.
    sharedDay ? [total, leaf("IntrBkSttlmDt", first.settlementDate)] : [],
    node("SttlmInf", leaf("SttlmMtd", "CLRG"), clearingSystemNode(first.clearingSystem)),
  );
  const nodes = transfers.map((transfer) =>
    transferNode(transfer, sharedDay ? undefined : transfer.settlementDate),
  );
  return writeMessage("pacs.008.001.08", node("FIToFICstmrCdtTrf", header, nodes));
}

function isRtp({ clearingSystem }: CreditTransfer): boolean {
  return clearingSystem === "TCH" || clearingSystem === "RTP";
}

/** Codes of the standard's list for American systems; another name is a proprietary one. */
const clearingCodes: ReadonlySet<string> = new Set(["FDW", "FDN", "TCH", "CHI", "ACH"]);

function clearingSystemNode(system: string | undefined): XmlNode | undefined {
  if (system === undefined) return undefined;
  return node("ClrSys", idLeaf(clearingCodes.has(system) ? "Cd" : "Prtry", system));
}

function transferNode(transfer: CreditTransfer, day: string | undefined): XmlNode {
  const { debtor, creditor } = transfer;
  return node(
    "CdtTrfTxInf",
    node(
      "PmtId",
      idLeaf("InstrId", transfer.instructionId),
      idLeaf("EndToEndId", transfer.endToEndId),
      idLeaf("TxId", transfer.transactionId),
      leaf("UETR", transfer.uetr),
    ),
    paymentTypeNode(transfer),
    dollarsLeaf("IntrBkSttlmAmt", transfer.amountCents),
    leaf("IntrBkSttlmDt", day),
    leaf("ChrgBr", "SLEV"),
    memberAgentNode("InstgAgt", debtor.routingNumber),
    memberAgentNode("InstdAgt", creditor.routingNumber),
    node("Dbtr", personParts(debtor)),
    accountNode("DbtrAcct", debtor.accountNumber),
    agentNode("DbtrAgt", debtor),
    agentNode("CdtrAgt", creditor),
    node("Cdtr", personParts(creditor)),
    accountNode("CdtrAcct", creditor.accountNumber),
    nodeIfAny("RmtInf", leaf("Ustrd", railText(transfer.remittance, maxRemittanceLength))),
  );
}

/** What kind of transfer it is to the system that clears it: Fedwire's customer transfer, RTP's standard payment. */
function paymentTypeNode(transfer: CreditTransfer): XmlNode | undefined {
  if (transfer.clearingSystem === "FDW") return node("PmtTpInf", node("LclInstrm", leaf("Prtry", "CTRC")));
  if (!isRtp(transfer)) return undefined;
  return node(
    "PmtTpInf",
    node("SvcLvl", leaf("Cd", "SDVA")),
    node("LclInstrm", leaf("Prtry", "STANDARD")),
    node("CtgyPurp", leaf("Prtry", "BUSINESS")),
  );
}
