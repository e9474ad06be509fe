import { assert } from "../../kernel/assert.ts";
import type { CreditTransfer, CreditTransfers } from "./iso-message.ts";
import { railText } from "./rail-text.ts";
import { maxRemittanceLength } from "./read-credit-transfers.ts";
import { dollarsLeaf, groupTotals, writeMessage } from "./write-message.ts";
import { accountNode, agentNode, memberAgentNode, personParts } from "./write-party.ts";
import { idLeaf, leaf, node, nodeIfAny, type XmlNode } from "./xml-node.ts";

/** pacs.008.001.08. The clearing system stands once in a message, so its transfers share it. */
export function writeCreditTransfers(message: CreditTransfers): Buffer {
  const { count, controlSum, total } = groupTotals(
    "TtlIntrBkSttlmAmt",
    message.transfers.map(({ amountCents }) => amountCents),
  );
  const clearingSystem = message.transfers[0]?.clearingSystem;
  assert(
    message.transfers.every((transfer) => transfer.clearingSystem === clearingSystem),
    "the transfers of one message are cleared by one system",
  );
  const header = node(
    "GrpHdr",
    idLeaf("MsgId", message.messageId),
    leaf("CreDtTm", message.createdAt),
    count,
    controlSum,
    // The standard ties a total to one settlement date, which these transfers need not share.
    message.transfers.length === 1 ? total : undefined,
    message.transfers.length === 1 ? leaf("IntrBkSttlmDt", message.transfers[0]?.settlementDate) : undefined,
    node("SttlmInf", leaf("SttlmMtd", "CLRG"), clearingSystemNode(clearingSystem)),
  );
  return writeMessage(
    "pacs.008.001.08",
    node("FIToFICstmrCdtTrf", header, message.transfers.map(transferNode)),
  );
}

/** Codes of the standard's list for American systems; another name is a proprietary one. */
const clearingCodes: ReadonlySet<string> = new Set(["FDW", "FDN", "TCH", "CHI", "ACH"]);

function clearingSystemNode(system: string | undefined): XmlNode | undefined {
  if (system === undefined) return undefined;
  return node("ClrSys", idLeaf(clearingCodes.has(system) ? "Cd" : "Prtry", system));
}

function transferNode(transfer: CreditTransfer): XmlNode {
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
    paymentTypeNode(transfer.clearingSystem),
    dollarsLeaf("IntrBkSttlmAmt", transfer.amountCents),
    leaf("IntrBkSttlmDt", transfer.settlementDate),
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
function paymentTypeNode(system: string | undefined): XmlNode | undefined {
  switch (system) {
    case "FDW":
      return node("PmtTpInf", node("LclInstrm", leaf("Prtry", "CTRC")));
    case "TCH":
    case "RTP":
      return node(
        "PmtTpInf",
        node("SvcLvl", leaf("Cd", "SDVA")),
        node("LclInstrm", leaf("Prtry", "STANDARD")),
        node("CtgyPurp", leaf("Prtry", "BUSINESS")),
      );
    default:
      return undefined;
  }
}
