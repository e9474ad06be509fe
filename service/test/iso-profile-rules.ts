import type { IsoProfileName } from "../src/rails/iso20022/iso-profile.ts";
import { childAt, childrenOf, valueAt, type XmlElement } from "../src/rails/iso20022/xml-element.ts";
import { elementsOf, parseXml } from "./iso-leaves.ts";

type MessageType = "pacs.008" | "pacs.004";

/** A rule of a network. The generic schemas cover the order of elements, counts and lengths. */
export interface ProfileRule {
  readonly name: string;
  readonly profiles: readonly IsoProfileName[];
  readonly messages: readonly MessageType[];
  readonly holds: (message: XmlElement) => boolean;
}

const both: readonly MessageType[] = ["pacs.008", "pacs.004"];
const transfers: readonly MessageType[] = ["pacs.008"];
const returns: readonly MessageType[] = ["pacs.004"];
const everywhere: readonly IsoProfileName[] = ["generic", "fedwire", "rtp", "fednow"];
const networks: readonly IsoProfileName[] = ["fedwire", "rtp", "fednow"];
const fed: readonly IsoProfileName[] = ["fedwire", "fednow"];

/** A value of the message, or of its only transaction, by its path below it. */
const at = (message: XmlElement, path: string): string | undefined =>
  valueAt(message, path) ?? valueAt(message, `CdtTrfTxInf/${path}`) ?? valueAt(message, `TxInf/${path}`);
const has = (message: XmlElement, path: string): boolean =>
  [path, `CdtTrfTxInf/${path}`, `TxInf/${path}`].some((place) => childAt(message, place) !== undefined);
const is = (path: string, pattern: RegExp) => (message: XmlElement) => pattern.test(at(message, path) ?? "");
const without = (path: string) => (message: XmlElement) => !has(message, path);
const named = (name: string) => (message: XmlElement) =>
  elementsOf(message).filter((element) => element.name === name);
const every = (name: string, holds: (element: XmlElement) => boolean) => (message: XmlElement) =>
  named(name)(message).every(holds);
const holders = (message: XmlElement) =>
  elementsOf(message).filter((element) => childAt(element, "PstlAdr") !== undefined);

const agentPaths = ["InstgAgt", "InstdAgt", "DbtrAgt", "CdtrAgt"];
const memberPath = "FinInstnId/ClrSysMmbId";
const routingNumber = /^\d{9}$/;
const uuid4 = /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/;
/** At most 14 digits. */
const fedAmount = /^\d{1,12}\.\d{2}$/;
const newYorkTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-0[45]:00$/;

/**
 * Sources: the Release 2025 schemas of the Fedwire Funds Service and its FAQ on the release of November 2026 (addresses),
 * the schemas of the RTP network, and the Federal Reserve's samples for FedNow.
 */
export const profileRules: readonly ProfileRule[] = [
  rule("address-town-and-country", everywhere, both, every("PstlAdr", hasTownAndCountry)),
  rule(
    "address-two-lines",
    everywhere,
    both,
    every("PstlAdr", (address) => linesOf(address).length <= 2),
  ),
  rule("address-no-repetition", everywhere, both, every("PstlAdr", repeatsNothing)),
  rule("address-with-name", networks, both, (message) =>
    holders(message).every((holder) => childAt(holder, "Nm") !== undefined),
  ),
  rule("rtp-address-parts", ["rtp"], transfers, every("PstlAdr", hasRtpParts)),
  rule(
    "rtp-address-one-line",
    ["rtp"],
    transfers,
    every("PstlAdr", (address) => linesOf(address).length <= 1),
  ),
  rule("fedwire-message-id", ["fedwire"], both, is("GrpHdr/MsgId", /^[0-9]{8}[A-Z0-9]{8}[0-9]{6}$/)),
  rule("rtp-message-id", ["rtp"], transfers, is("GrpHdr/MsgId", /^M[0-9]{8}[A-Z0-9]{11}.{1,15}$/)),
  rule("fednow-message-id", ["fednow"], both, is("GrpHdr/MsgId", /^[0-9]{17}[A-Za-z0-9]{1,18}$/)),
  rule("rtp-instruction-id", ["rtp"], transfers, is("PmtId/InstrId", /^[0-9]{8}[A-Z0-9]{11}.{1,16}$/)),
  rule("rtp-transaction-id", ["rtp"], transfers, is("PmtId/TxId", /./)),
  rule("fednow-no-transaction-id", ["fednow"], transfers, without("PmtId/TxId")),
  rule("uetr", fed, transfers, is("PmtId/UETR", uuid4)),
  rule("local-time", networks, both, is("GrpHdr/CreDtTm", newYorkTime)),
  rule("one-transaction", networks, both, is("GrpHdr/NbOfTxs", /^1$/)),
  rule("no-control-sum", networks, both, without("GrpHdr/CtrlSum")),
  rule("settlement-method", networks, both, is("GrpHdr/SttlmInf/SttlmMtd", /^CLRG$/)),
  rule("fedwire-clearing-system", ["fedwire"], both, is("GrpHdr/SttlmInf/ClrSys/Cd", /^FDW$/)),
  rule("rtp-clearing-system", ["rtp"], transfers, is("GrpHdr/SttlmInf/ClrSys/Cd", /^TCH$/)),
  rule("fednow-clearing-system", ["fednow"], both, is("GrpHdr/SttlmInf/ClrSys/Cd", /^FDN$/)),
  rule("rtp-total", ["rtp"], transfers, (message) => {
    const total = at(message, "GrpHdr/TtlIntrBkSttlmAmt");
    return total !== undefined && total === at(message, "IntrBkSttlmAmt");
  }),
  rule("rtp-date-in-header", ["rtp"], transfers, (message) => {
    const isOnce = valueAt(message, "CdtTrfTxInf/IntrBkSttlmDt") === undefined;
    return isOnce && at(message, "GrpHdr/IntrBkSttlmDt") !== undefined;
  }),
  rule("date-in-transaction", fed, both, (message) => {
    const isOnce = valueAt(message, "GrpHdr/IntrBkSttlmDt") === undefined;
    return isOnce && at(message, "IntrBkSttlmDt") !== undefined;
  }),
  rule("amount", fed, transfers, is("IntrBkSttlmAmt", fedAmount)),
  rule("fedwire-instructed-amount", ["fedwire"], transfers, is("InstdAmt", fedAmount)),
  rule("no-instructed-amount", ["rtp"], transfers, without("InstdAmt")),
  rule("fedwire-local-instrument", ["fedwire"], transfers, is("PmtTpInf/LclInstrm/Prtry", /^CTR[CDS]$/)),
  rule("rtp-service-level", ["rtp"], transfers, is("PmtTpInf/SvcLvl/Cd", /^SDVA$/)),
  rule("rtp-local-instrument", ["rtp"], transfers, is("PmtTpInf/LclInstrm/Prtry", /^STANDARD$/)),
  rule("rtp-category-purpose", ["rtp"], transfers, is("PmtTpInf/CtgyPurp/Prtry", /^(?:BUSINESS|CONSUMER)$/)),
  rule("fednow-local-instrument", ["fednow"], transfers, is("PmtTpInf/LclInstrm/Prtry", /^FDNA$/)),
  rule("fednow-category-purpose", ["fednow"], transfers, is("PmtTpInf/CtgyPurp/Prtry", /^(?:BIZZ|CONS)$/)),
  rule("charge-bearer", networks, transfers, is("ChrgBr", /^SLEV$/)),
  rule("agents-by-routing-number", networks, transfers, (message) =>
    agentPaths.every((path) => routingNumber.test(at(message, `${path}/${memberPath}/MmbId`) ?? "")),
  ),
  rule(
    "agents-under-usaba",
    fed,
    both,
    every("ClrSysMmbId", (member) => valueAt(member, "ClrSysId/Cd") === "USABA"),
  ),
  rule("rtp-agents-only-by-member-id", ["rtp"], transfers, every("FinInstnId", isMemberIdOnly)),
  rule("names", networks, transfers, (message) => has(message, "Dbtr/Nm") && has(message, "Cdtr/Nm")),
  rule("accounts", ["rtp", "fednow"], transfers, (message) =>
    ["DbtrAcct", "CdtrAcct"].every((path) => has(message, `${path}/Id/Othr/Id`)),
  ),
  rule("return-original-message", fed, returns, (message) =>
    ["OrgnlMsgId", "OrgnlMsgNmId", "OrgnlCreDtTm"].every((name) => has(message, `OrgnlGrpInf/${name}`)),
  ),
  rule("return-original-uetr", fed, returns, is("OrgnlUETR", uuid4)),
  rule("return-amount", fed, returns, is("RtrdIntrBkSttlmAmt", fedAmount)),
  rule("fedwire-returned-instructed-amount", ["fedwire"], returns, is("RtrdInstdAmt", fedAmount)),
  rule("return-agents", fed, returns, (message) =>
    ["InstgAgt", "InstdAgt"].every((path) =>
      routingNumber.test(at(message, `${path}/${memberPath}/MmbId`) ?? ""),
    ),
  ),
  rule("return-chain", fed, returns, (message) =>
    ["Dbtr", "Cdtr"].every((side) => has(message, `RtrChain/${side}/Pty/Nm`)),
  ),
  rule("return-reason", fed, returns, is("RtrRsnInf/Rsn/Cd", /^[A-Z0-9]{4}$/)),
  rule(
    "fedwire-return-type",
    ["fedwire"],
    returns,
    is("OrgnlTxRef/PmtTpInf/LclInstrm/Prtry", /^(?:CTR|BTR)[CDS]$/),
  ),
];

/** Names of the rules of a profile that a message violates. */
export function violatedRules(profile: IsoProfileName, bytes: Buffer): readonly string[] {
  const [message] = parseXml(bytes).children;
  if (message === undefined) throw new Error("the Document is empty");
  const type = message.name === "PmtRtr" ? "pacs.004" : "pacs.008";
  return profileRules
    .filter(({ profiles, messages }) => profiles.includes(profile) && messages.includes(type))
    .filter(({ holds }) => !holds(message))
    .map(({ name }) => name);
}

function rule(
  name: string,
  profiles: readonly IsoProfileName[],
  messages: readonly MessageType[],
  holds: ProfileRule["holds"],
): ProfileRule {
  return { name, profiles, messages, holds };
}

function linesOf(address: XmlElement): readonly string[] {
  return childrenOf(address, "AdrLine").map(({ text }) => text);
}

function hasTownAndCountry(address: XmlElement): boolean {
  return valueAt(address, "TwnNm") !== undefined && /^[A-Z]{2}$/.test(valueAt(address, "Ctry") ?? "");
}

function repeatsNothing(address: XmlElement): boolean {
  const parts = ["StrtNm", "PstCd", "TwnNm"].flatMap((name) => valueAt(address, name) ?? []);
  return linesOf(address).every((line) => parts.every((part) => !line.includes(part)));
}

function hasRtpParts(address: XmlElement): boolean {
  return ["StrtNm", "PstCd", "TwnNm", "CtrySubDvsn", "Ctry"].every(
    (name) => valueAt(address, name) !== undefined,
  );
}

function isMemberIdOnly(bank: XmlElement): boolean {
  return elementsOf(bank).every(({ name }) => ["FinInstnId", "ClrSysMmbId", "MmbId"].includes(name));
}
