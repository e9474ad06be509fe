import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { profileRules, violatedRules } from "../../../test/iso-profile-rules.ts";
import type { IsoProfileName } from "./iso-profile.ts";

const golden = (file: string) => readFileSync(new URL(`../engine/golden/${file}`, import.meta.url), "utf8");

/** A valid message of each profile and type. */
const valid = {
  generic: golden("generic-wire.xml"),
  fedwire: golden("fedwire-wire.xml"),
  fedwireReturn: golden("fedwire-return.xml"),
  rtp: golden("rtp-payment.xml"),
  fednow: golden("fednow-payment.xml"),
  fednowReturn: golden("fednow-return.xml"),
} as const;
const profiles: Readonly<Record<keyof typeof valid, IsoProfileName>> = {
  generic: "generic",
  fedwire: "fedwire",
  fedwireReturn: "fedwire",
  rtp: "rtp",
  fednow: "fednow",
  fednowReturn: "fednow",
};

/** One violation of each rule: the message, what is replaced, and by what. */
const planted: readonly (readonly [string, keyof typeof valid, RegExp, string])[] = [
  ["address-town-and-country", "generic", /<TwnNm>.*<\/TwnNm>\s*/, ""],
  ["address-town-and-country", "fedwire", /<Ctry>.*<\/Ctry>\s*/, ""],
  ["address-two-lines", "fedwire", /(<AdrLine>.*<\/AdrLine>)/, "$1<AdrLine>a</AdrLine><AdrLine>b</AdrLine>"],
  ["address-no-repetition", "fedwire", /<AdrLine>.*<\/AdrLine>/, "<AdrLine>55401</AdrLine>"],
  ["address-with-name", "fedwire", /<Nm>Larkspur Bank<\/Nm>/, ""],
  ["rtp-address-parts", "rtp", /<CtrySubDvsn>.*<\/CtrySubDvsn>/, ""],
  ["rtp-address-one-line", "rtp", /(<AdrLine>.*<\/AdrLine>)/, "$1<AdrLine>a</AdrLine>"],
  ["fedwire-message-id", "fedwire", /<MsgId>.*<\/MsgId>/, "<MsgId>WIRE-1</MsgId>"],
  ["rtp-message-id", "rtp", /<MsgId>M/, "<MsgId>"],
  ["fednow-message-id", "fednow", /<MsgId>\d/, "<MsgId>M"],
  ["rtp-instruction-id", "rtp", /<InstrId>.*<\/InstrId>/, "<InstrId>1</InstrId>"],
  ["rtp-transaction-id", "rtp", /<TxId>.*<\/TxId>/, ""],
  ["fednow-no-transaction-id", "fednow", /<UETR>/, "<TxId>1</TxId><UETR>"],
  ["uetr", "fedwire", /<UETR>.*<\/UETR>/, ""],
  ["local-time", "fedwire", /(<CreDtTm>.*)-05:00/, "$1Z"],
  ["one-transaction", "rtp", /<NbOfTxs>1/, "<NbOfTxs>2"],
  ["no-control-sum", "fedwire", /<\/NbOfTxs>/, "</NbOfTxs><CtrlSum>2500.00</CtrlSum>"],
  ["settlement-method", "fednow", /CLRG/, "INDA"],
  ["fedwire-clearing-system", "fedwire", /FDW/, "FDN"],
  ["rtp-clearing-system", "rtp", /<Cd>TCH<\/Cd>/, "<Prtry>RTP</Prtry>"],
  ["fednow-clearing-system", "fednow", /FDN</, "FDW<"],
  ["rtp-total", "rtp", /<TtlIntrBkSttlmAmt Ccy="USD">2500.00/, '<TtlIntrBkSttlmAmt Ccy="USD">1.00'],
  ["rtp-date-in-header", "rtp", /<IntrBkSttlmDt>.*<\/IntrBkSttlmDt>/, ""],
  ["date-in-transaction", "fedwire", /<IntrBkSttlmDt>.*<\/IntrBkSttlmDt>/, ""],
  ["amount", "fednow", /(<IntrBkSttlmAmt Ccy="USD">)/, "$19999999999"],
  ["fedwire-instructed-amount", "fedwire", /<InstdAmt.*<\/InstdAmt>/, ""],
  ["no-instructed-amount", "rtp", /<ChrgBr>/, '<InstdAmt Ccy="USD">2500.00</InstdAmt><ChrgBr>'],
  ["fedwire-local-instrument", "fedwire", /CTRC/, "STANDARD"],
  ["rtp-service-level", "rtp", /SDVA/, "NURG"],
  ["rtp-local-instrument", "rtp", /STANDARD/, "CTRC"],
  ["rtp-category-purpose", "rtp", /BUSINESS/, "BIZZ"],
  ["fednow-local-instrument", "fednow", /FDNA/, "CTRC"],
  ["fednow-category-purpose", "fednow", /BIZZ/, "BUSINESS"],
  ["charge-bearer", "fedwire", /SLEV/, "SHAR"],
  ["agents-by-routing-number", "rtp", /<InstdAgt>[\s\S]*<\/InstdAgt>/, ""],
  ["agents-under-usaba", "fedwire", /USABA/, "CACPA"],
  ["rtp-agents-only-by-member-id", "rtp", /<MmbId>/, "<ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>"],
  ["names", "fednow", /<Cdtr>[\s\S]*<\/Cdtr>/, "<Cdtr/>"],
  ["accounts", "rtp", /<CdtrAcct>[\s\S]*<\/CdtrAcct>/, ""],
  ["return-original-message", "fedwireReturn", /<OrgnlCreDtTm>.*<\/OrgnlCreDtTm>/, ""],
  ["return-original-uetr", "fednowReturn", /<OrgnlUETR>.*<\/OrgnlUETR>/, ""],
  ["return-amount", "fedwireReturn", /(<RtrdIntrBkSttlmAmt Ccy="USD">)/, "$19999999999"],
  ["fedwire-returned-instructed-amount", "fedwireReturn", /<RtrdInstdAmt.*<\/RtrdInstdAmt>/, ""],
  ["return-agents", "fednowReturn", /<InstgAgt>[\s\S]*<\/InstgAgt>/, ""],
  ["return-chain", "fedwireReturn", /<RtrChain>[\s\S]*<\/RtrChain>/, ""],
  ["return-reason", "fedwireReturn", /<Rsn>\s*<Cd>AC01<\/Cd>/, "<Rsn><Prtry>AC01</Prtry>"],
  ["fedwire-return-type", "fedwireReturn", /<OrgnlTxRef>[\s\S]*<\/OrgnlTxRef>/, ""],
];

describe("the rules of a profile", () => {
  test.each(Object.keys(valid) as (keyof typeof valid)[])("a valid message violates none: %s", (kind) => {
    expect(violatedRules(profiles[kind], Buffer.from(valid[kind]))).toEqual([]);
  });

  test.each(planted)("%s is reported alone (%s)", (name, kind, from, to) => {
    const changed = valid[kind].replace(from, to);
    expect(changed).not.toBe(valid[kind]);
    expect(violatedRules(profiles[kind], Buffer.from(changed))).toEqual([name]);
  });

  test("every rule has a violation here", () => {
    const known = new Set(planted.map(([name]) => name));
    expect(profileRules.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });
});
