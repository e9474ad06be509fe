import { assert } from "../../kernel/assert.ts";
import type { IsoAddress, IsoParty } from "./iso-message.ts";
import type { IsoProfile } from "./iso-profile.ts";
import { railText } from "./rail-text.ts";
import { idLeaf, leaf, node, nodeIfAny, type XmlNode } from "./xml-node.ts";

const maxNameLength = 140;

/** Name and address of a debtor or creditor. */
export function partyParts(party: IsoParty, profile: IsoProfile): readonly (XmlNode | undefined)[] {
  const [name, ...rest] = userParts(party, profile);
  assert(name !== undefined || !profile.needsNames, `a party in the profile ${profile.name} needs a name`);
  return [name, ...rest];
}

/** Name and address. */
export function userParts(
  { name, address }: Pick<IsoParty, "name" | "address">,
  profile: IsoProfile,
): readonly (XmlNode | undefined)[] {
  const nameNode = leaf("Nm", railText(name, maxNameLength));
  const isBare = nameNode === undefined && profile.needsNames;
  return [nameNode, isBare ? undefined : addressNode(address, profile)];
}

export function accountNode(name: string, accountNumber: string | undefined): XmlNode | undefined {
  if (accountNumber === undefined) return undefined;
  return node(name, node("Id", node("Othr", idLeaf("Id", accountNumber))));
}

/** The agent. The standard may require its element even when nothing is known of it. */
export function agentNode(
  name: string,
  { routingNumber, bankName, bankAddress }: IsoParty,
  profile: IsoProfile,
): XmlNode {
  const details =
    profile.agents === "named" ? userParts({ name: bankName, address: bankAddress }, profile) : [];
  return node(name, node("FinInstnId", memberNode(routingNumber, profile), details));
}

export function hasAgent({ routingNumber, bankName, bankAddress }: IsoParty): boolean {
  return [routingNumber, bankName, bankAddress].some((part) => part !== undefined);
}

/** The agent by its routing number only. */
export function memberAgentNode(
  name: string,
  routingNumber: string | undefined,
  profile: IsoProfile,
): XmlNode | undefined {
  if (routingNumber === undefined) return undefined;
  return node(name, node("FinInstnId", memberNode(routingNumber, profile)));
}

function memberNode(routingNumber: string | undefined, { memberScheme }: IsoProfile): XmlNode | undefined {
  if (routingNumber === undefined) return undefined;
  assert(/^\d{9}$/.test(routingNumber), "a routing number must have nine digits");
  return node("ClrSysMmbId", nodeIfAny("ClrSysId", leaf("Cd", memberScheme)), leaf("MmbId", routingNumber));
}

/** Undefined if a required part is missing: no network takes an address without town and country any more. */
function addressNode(address: IsoAddress | undefined, profile: IsoProfile): XmlNode | undefined {
  if (address === undefined) return undefined;
  const parts = {
    street: railText(address.street, 70),
    building: railText(address.building, 16),
    postalCode: railText(address.postalCode, 16),
    town: railText(address.town, 35),
    subdivision: railText(address.subdivision, 35),
    country: railText(address.country, 2),
  };
  if (profile.addressParts.some((part) => parts[part] === undefined)) return undefined;
  const lines = address.lines.map((line) => railText(line, 70)).filter((line) => line !== undefined);
  return node(
    "PstlAdr",
    leaf("StrtNm", parts.street),
    leaf("BldgNb", parts.building),
    leaf("PstCd", parts.postalCode),
    leaf("TwnNm", parts.town),
    leaf("CtrySubDvsn", parts.subdivision),
    leaf("Ctry", parts.country),
    lines.slice(0, profile.maxAddressLines).map((line) => leaf("AdrLine", line)),
  );
}
