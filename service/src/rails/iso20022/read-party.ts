import type { IsoAddress, IsoParty } from "./iso-message.ts";
import type { Problems } from "./problems.ts";
import { childAt, childrenOf, valueAt, wordsAt, type XmlElement } from "./xml-element.ts";

export interface PartyElements {
  readonly party: XmlElement | undefined;
  readonly account: XmlElement | undefined;
  readonly agent: XmlElement | undefined;
}

/** A party with its account and agent; missing values are undefined. */
export function readParty({ party, account, agent }: PartyElements, problems: Problems): IsoParty {
  // A report distinguishes a party from a bank acting on its own account; the other messages don't.
  const user = childAt(party, "Pty") ?? childAt(party, "Agt/FinInstnId") ?? party;
  const bank = childAt(agent, "FinInstnId");
  return {
    name: wordsAt(user, "Nm"),
    address: addressOf(childAt(user, "PstlAdr")),
    accountNumber: accountNumberOf(account),
    routingNumber: routingNumberOf(bank, problems),
    bankName: wordsAt(bank, "Nm"),
    bankAddress: addressOf(childAt(bank, "PstlAdr")),
  };
}

export function accountNumberOf(account: XmlElement | undefined): string | undefined {
  return valueAt(account, "Id/IBAN") ?? valueAt(account, "Id/Othr/Id");
}

/** Under USABA, or without a system as in RTP, where only routing numbers are used. */
function routingNumberOf(bank: XmlElement | undefined, problems: Problems): string | undefined {
  const member = childAt(bank, "ClrSysMmbId");
  const number = valueAt(member, "MmbId");
  const system = valueAt(member, "ClrSysId/Cd") ?? valueAt(member, "ClrSysId/Prtry");
  if (member === undefined || (system !== undefined && system !== "USABA")) return undefined;
  if (number !== undefined && /^\d{9}$/.test(number)) return number;
  if (system === "USABA") problems.add(member, "routing-number", "A USABA member id must have nine digits.");
  return undefined;
}

/** Parts of an address that we don't distinguish. */
const otherParts = [
  "CareOf",
  "Dept",
  "SubDept",
  "BldgNm",
  "Flr",
  "UnitNb",
  "Room",
  "PstBx",
  "TwnLctnNm",
  "DstrctNm",
] as const;

function addressOf(address: XmlElement | undefined): IsoAddress | undefined {
  if (address === undefined) return undefined;
  const free = childrenOf(address, "AdrLine").map(({ text }) => text.trim().replaceAll(/\s+/gu, " "));
  const others = otherParts.map((name) => wordsAt(address, name)).filter((part) => part !== undefined);
  return {
    street: wordsAt(address, "StrtNm"),
    building: wordsAt(address, "BldgNb"),
    postalCode: wordsAt(address, "PstCd"),
    town: wordsAt(address, "TwnNm"),
    subdivision: wordsAt(address, "CtrySubDvsn"),
    country: wordsAt(address, "Ctry"),
    lines: [...others, ...free.filter((line) => line !== "")],
  };
}
