import type { IsoParty } from "./iso-message.ts";
import type { Problems } from "./problems.ts";
import { childAt, childrenOf, valueAt, wordsAt, type XmlElement } from "./xml-element.ts";

const maxAddressLines = 7;
const maxLineLength = 70;

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
    addressLines: addressLinesOf(childAt(user, "PstlAdr")),
    accountNumber: accountNumberOf(account),
    routingNumber: routingNumberOf(bank, problems),
    bankName: wordsAt(bank, "Nm"),
    bankAddressLines: addressLinesOf(childAt(bank, "PstlAdr")),
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

/** A display address: structured parts are joined into lines in US postal order. */
function addressLinesOf(address: XmlElement | undefined): readonly string[] {
  const line = (...names: readonly string[]): readonly string[] => {
    const parts = names.map((name) => wordsAt(address, name)).filter((part) => part !== undefined);
    const joined = parts.join(" ");
    return joined.length <= maxLineLength ? [joined] : parts;
  };
  const structured = [
    ...line("CareOf"),
    ...line("Dept", "SubDept"),
    ...line("BldgNb", "StrtNm"),
    ...line("BldgNm", "Flr", "UnitNb", "Room"),
    ...line("PstBx"),
    ...line("TwnLctnNm", "DstrctNm"),
    ...line("TwnNm", "CtrySubDvsn", "PstCd"),
    ...line("Ctry"),
  ];
  const free = childrenOf(address, "AdrLine").map((element) => element.text.trim().replaceAll(/\s+/gu, " "));
  return [...structured, ...free].filter((text) => text !== "").slice(0, maxAddressLines);
}
