import { assert } from "../../kernel/assert.ts";
import type { IsoParty } from "./iso-message.ts";
import { railText } from "./rail-text.ts";
import { idLeaf, leaf, node, nodeIfAny, type XmlNode } from "./xml-node.ts";

const maxNameLength = 140;
const maxLineLength = 70;
const maxLines = 7;

/** Name and address. */
export function userParts(party: IsoParty): readonly (XmlNode | undefined)[] {
  return [leaf("Nm", railText(party.name, maxNameLength)), addressNode(party.addressLines)];
}

export function accountNode(name: string, accountNumber: string | undefined): XmlNode | undefined {
  if (accountNumber === undefined) return undefined;
  return node(name, node("Id", node("Othr", idLeaf("Id", accountNumber))));
}

/** The agent. The standard may require its element even when nothing is known of it. */
export function agentNode(name: string, party: IsoParty): XmlNode {
  return node(
    name,
    node(
      "FinInstnId",
      memberNode(party.routingNumber),
      leaf("Nm", railText(party.bankName, maxNameLength)),
      addressNode(party.bankAddressLines),
    ),
  );
}

export function hasAgent({ routingNumber, bankName, bankAddressLines }: IsoParty): boolean {
  return routingNumber !== undefined || bankName !== undefined || bankAddressLines.length > 0;
}

/** The agent by its routing number only. */
export function memberAgentNode(name: string, routingNumber: string | undefined): XmlNode | undefined {
  return routingNumber === undefined ? undefined : node(name, node("FinInstnId", memberNode(routingNumber)));
}

function memberNode(routingNumber: string | undefined): XmlNode | undefined {
  if (routingNumber === undefined) return undefined;
  assert(/^\d{9}$/.test(routingNumber), "a routing number must have nine digits");
  return node("ClrSysMmbId", node("ClrSysId", leaf("Cd", "USABA")), leaf("MmbId", routingNumber));
}

function addressNode(lines: readonly string[]): XmlNode | undefined {
  const kept = lines.map((line) => railText(line, maxLineLength)).filter((line) => line !== undefined);
  return nodeIfAny(
    "PstlAdr",
    kept.slice(0, maxLines).map((line) => leaf("AdrLine", line)),
  );
}
