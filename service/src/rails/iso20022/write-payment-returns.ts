import { assert } from "../../kernel/assert.ts";
import type { PaymentReturn, PaymentReturns, ReturnedTransfer } from "./iso-message.ts";
import { clearingRulesOf, type IsoProfile, isoProfiles, type ReturnPart } from "./iso-profile.ts";
import type { Wrap } from "./write-envelope.ts";
import { clearingSystemNode, dollarsLeaf, groupTotals, writeMessage } from "./write-message.ts";
import { accountNode, agentNode, memberAgentNode, partyParts } from "./write-party.ts";
import { originalGroupNode, reasonNode } from "./write-status-report.ts";
import { idLeaf, leaf, node, type XmlNode } from "./xml-node.ts";

/** pacs.004.001.10 */
export function writePaymentReturns(
  message: PaymentReturns,
  profile: IsoProfile = isoProfiles.generic,
  wrap?: Wrap,
): Buffer {
  const { count, controlSum } = groupTotals(
    "TtlRtrdIntrBkSttlmAmt",
    message.returns.map(({ amountCents }) => amountCents),
  );
  const has = (part: ReturnPart): boolean => profile.returns.includes(part);
  const clearingSystem = message.returns[0]?.original?.clearingSystem;
  const header = node(
    "GrpHdr",
    idLeaf("MsgId", message.messageId),
    leaf("CreDtTm", message.createdAt),
    count,
    profile.hasControlSum ? controlSum : undefined,
    node(
      "SttlmInf",
      leaf("SttlmMtd", "CLRG"),
      has("clearing_system") ? clearingSystemNode(clearingSystem) : undefined,
    ),
  );
  const returns = message.returns.map((entry) => returnNode(entry, profile));
  return writeMessage("pacs.004.001.10", node("PmtRtr", header, returns), wrap);
}

function returnNode(entry: PaymentReturn, profile: IsoProfile): XmlNode {
  const { original, amountCents } = entry;
  const has = (part: ReturnPart): boolean => profile.returns.includes(part);
  requireKnown(entry, profile);
  return node(
    "TxInf",
    idLeaf("RtrId", entry.returnId),
    originalGroupNode(entry.originalMessageId, has("original_group") ? original?.createdAt : undefined),
    idLeaf("OrgnlEndToEndId", entry.originalEndToEndId),
    idLeaf("OrgnlTxId", entry.originalTransactionId),
    leaf("OrgnlUETR", entry.originalUetr),
    dollarsLeaf("RtrdIntrBkSttlmAmt", amountCents),
    leaf("IntrBkSttlmDt", entry.settlementDate),
    has("instructed_amount") ? dollarsLeaf("RtrdInstdAmt", amountCents) : undefined,
    has("charge_bearer") ? leaf("ChrgBr", "SLEV") : undefined,
    has("agents") ? memberAgentNode("InstgAgt", original?.debtor.routingNumber, profile) : undefined,
    has("agents") ? memberAgentNode("InstdAgt", original?.creditor.routingNumber, profile) : undefined,
    has("chain") && original !== undefined ? chainNode(original, profile) : undefined,
    reasonNode("RtrRsnInf", entry),
    has("original_type") ? originalTypeNode(original) : undefined,
  );
}

/** What a network requires of the original cannot be made up: without it, the return cannot be written. */
function requireKnown(entry: PaymentReturn, { returns, name }: IsoProfile): void {
  const { original } = entry;
  const known: Readonly<Partial<Record<ReturnPart, unknown>>> = {
    original_group: original === undefined ? undefined : entry.originalMessageId,
    original_uetr: entry.originalUetr,
    agents: original?.debtor.routingNumber === undefined ? undefined : original.creditor.routingNumber,
    chain: original?.debtor.name === undefined ? undefined : original.creditor.name,
    original_type: clearingRulesOf(original?.clearingSystem),
  };
  for (const [part, value] of Object.entries(known)) {
    const isMissing = value === undefined && returns.some((required) => required === part);
    assert(!isMissing, `a return in the profile ${name} needs ${part} of the original`);
  }
}

function chainNode({ debtor, creditor }: ReturnedTransfer, profile: IsoProfile): XmlNode {
  return node(
    "RtrChain",
    node("Dbtr", node("Pty", partyParts(debtor, profile))),
    accountNode("DbtrAcct", debtor.accountNumber),
    agentNode("DbtrAgt", debtor, profile),
    agentNode("CdtrAgt", creditor, profile),
    node("Cdtr", node("Pty", partyParts(creditor, profile))),
    accountNode("CdtrAcct", creditor.accountNumber),
  );
}

function originalTypeNode(original: ReturnedTransfer | undefined): XmlNode {
  const { localInstrument } = clearingRulesOf(original?.clearingSystem) ?? {};
  return node("OrgnlTxRef", node("PmtTpInf", node("LclInstrm", leaf("Prtry", localInstrument))));
}
