import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AccountReport, IsoMessage, IsoProblem } from "./iso-message.ts";
import { readIsoMessage } from "./read-iso-message.ts";
import { maxMarkups, maxMessageBytes } from "./read-xml.ts";

const wire = golden("wire.xml");
const statement = golden("statement.xml");
const oldStatement = golden("statement-2009.xml");
const rtpStatus = golden("status-accepted-rtp.xml");
const rejection = golden("rejection.xml");
const returned = golden("returned.xml");

describe("a problem is reported at its position:", () => {
  const usd = (value: string): string => `<IntrBkSttlmAmt Ccy="USD">${value}</IntrBkSttlmAmt>`;
  test.each([
    ["broken markup", wire.replace("</MsgId>", "</MsgI>"), "well-formed", 5],
    ["an unescaped ampersand", wire.replace("&amp;", "&"), "well-formed", 52],
    ["an undeclared entity", wire.replace("&amp;", "&who;"), "well-formed", 52],
    ["an undeclared prefix", wire.replaceAll("MsgId>", "x:MsgId>"), "well-formed", 5],
    ["two roots", wire + wire.split("\n").slice(1).join("\n"), "well-formed", 123],
    ["a document type", wire.replace("<Document", "<!DOCTYPE Document>\n<Document"), "doctype", 2],
    ["another encoding", wire.replace("UTF-8", "ISO-8859-1"), "encoding", 1],
    ["another root", wire.replaceAll("Document", "Dokument"), "root", 2],
    [
      "a message that does not match its namespace",
      wire.replace("pacs.008.001.08", "pacs.004.001.10"),
      "root",
      3,
    ],
    ["a namespace that is not of ISO 20022", wire.replace("urn:iso:std", "urn:isa:std"), "namespace", 3],
    ["a missing required element", wire.replace(/ *<EndToEndId>.*\n/, ""), "missing", 17],
    [
      "an element in the wrong place",
      wire.replace(/( *<InstrId>.*\n)( *<EndToEndId>.*\n)/, "$2$1"),
      "unexpected",
      19,
    ],
    ["an unknown element", wire.replace("<NbOfTxs>", "<Nix/><NbOfTxs>"), "unexpected", 7],
    ["an element twice", wire.replace(/( *<NbOfTxs>.*\n)/, "$1$1"), "too-many", 4],
    ["text between elements", wire.replace("<GrpHdr>", "<GrpHdr>text"), "text", 4],
    ["an attribute", wire.replace("<MsgId>", '<MsgId id="1">'), "attribute", 5],
    ["an empty text", wire.replace(/<Ustrd>.*<\/Ustrd>/, "<Ustrd></Ustrd>"), "text", 118],
    ["a text that is too long", wire.replace("Grace Quill", "Q".repeat(141)), "text", 100],
    ["a reference of blanks", wire.replace("WIRE-20261116-1", "   "), "identifier", 5],
    ["a reference that is too long", wire.replace("WIRE-20261116-1", "W".repeat(36)), "identifier", 5],
    ["a UETR of another version", wire.replace("-48ba-", "-18ba-"), "identifier", 21],
    ["another currency", wire.replace('"USD"', '"EUR"'), "currency", 28],
    ["no currency", wire.replace(' Ccy="USD"', ""), "currency", 28],
    ["three decimals", wire.replace(/<IntrBk.*Amt>/, usd("12345.670")), "amount", 28],
    ["a sign", wire.replace(/<IntrBk.*Amt>/, usd("-12345.67")), "amount", 28],
    ["an exponent", wire.replace(/<IntrBk.*Amt>/, usd("1e5")), "amount", 28],
    ["a zero amount", wire.replace(/<IntrBk.*Amt>/, usd("0.00")), "amount", 28],
    ["too many digits", wire.replace(/<IntrBk.*Amt>/, usd("1".repeat(17))), "amount", 28],
    ["an invalid date", wire.replace(">2026-11-16<", ">2026-02-29<"), "date", 29],
    ["an invalid time", wire.replace("T14:30:00.000Z", "T24:30:00.000Z"), "date", 6],
    ["an invalid offset", wire.replace("00.000Z", "00.000+15:00"), "date", 6],
    ["no settlement date", wire.replace(/ *<IntrBkSttlmDt>.*\n/, ""), "missing", 16],
    ["text beside the message", wire.replace("</Document>", "text</Document>"), "root", 2],
    ["a wrong count", wire.replace("<NbOfTxs>1<", "<NbOfTxs>2<"), "count", 7],
    ["a wrong control sum", wire.replace("<CtrlSum>12345.67<", "<CtrlSum>12345.68<"), "sum", 8],
    ["an unknown charge bearer", wire.replace("SLEV", "SELF"), "code", 30],
    ["a short routing number", wire.replaceAll("011000015", "01100001"), "routing-number", 91],
    ["a status report without a status", rejection.replace(/ *<TxSts>.*\n/, ""), "missing", 8],
    ["a return with a wrong sum", returned.replace("<CtrlSum>12345.67<", "<CtrlSum>1<"), "sum", 8],
    ["a return without transactions", returned.replace(/ *<TxInf>[\s\S]*<\/TxInf>\n/, ""), "missing", 3],
    ["a statement with a missing entry", statement.replace(/ *<Ntry>[\s\S]*?<\/Ntry>\n/, ""), "count", 45],
    ["a statement with fractions of a cent", statement.replace('USD">0.50<', 'USD">0.505<'), "amount", 25],
    ["a 2009 statement with a wrong sum", oldStatement.replace("<Sum>115.5<", "<Sum>115.4<"), "sum", 28],
    [
      "a 2009 status in the 2019 form",
      oldStatement.replace("<Sts>BOOK</Sts>", "<Sts><Cd>BOOK</Cd></Sts>"),
      "unexpected",
      34,
    ],
    [
      "two messages in an envelope",
      rtpStatus.replace(/(<s:FIToFI[\s\S]*<\/s:FIToFIPmtStsRpt>)/, "$1$1"),
      "root",
      2,
    ],
  ])("%s", (_, text, rule, line) => {
    const [first] = problemsOf(text);
    expect({ rule: first?.rule, line: first?.line }).toEqual({ rule, line });
  });

  test("the column is that of the element", () => {
    const oneLine = wire.replaceAll(/\n */g, "").replace("SLEV", "SELF");
    expect(problemsOf(oneLine)).toEqual([
      { line: 1, column: oneLine.indexOf("<ChrgBr>") + 1, rule: "code", detail: expect.any(String) },
    ]);
  });

  test("all problems are reported, up to a limit", () => {
    const text = wire.replace("SLEV", "SELF").replace(">2026-11-16<", ">2026-13-16<");
    expect(problemsOf(text).map(({ rule }) => rule)).toEqual(["date", "code"]);
    expect(problemsOf(wire.replace("<NbOfTxs>", `${"<Nix/>".repeat(500)}<NbOfTxs>`))).toHaveLength(50);
  });

  test("invalid UTF-8, an empty file and an oversized file are rejected", () => {
    const broken = Buffer.from(wire.replace("Grace", "Gr\u0001ce"));
    broken[broken.indexOf(1)] = 0xff;
    expect(readIsoMessage(broken)).toMatchObject({ ok: false, problems: [{ rule: "encoding" }] });
    expect(problemsOf("")).toMatchObject([{ rule: "well-formed", line: 1, column: 1 }]);
    const huge = Buffer.alloc(maxMessageBytes + 1, " ");
    expect(readIsoMessage(huge)).toMatchObject({ ok: false, problems: [{ rule: "size" }] });
    expect(problemsOf(`<a>${"<b/>".repeat(maxMarkups)}</a>`)).toMatchObject([{ rule: "size" }]);
  });

  test("nested entities are not expanded", () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${wire.split("\n").slice(1).join("\n")}`;
    expect(problemsOf(bomb.replace("&amp;", "&b;"))).toMatchObject([{ rule: "doctype" }]);
    expect(problemsOf(`${"<a>".repeat(100_000)}`)).toMatchObject([{ rule: "well-formed" }]);
  });
});

describe("an equivalent message is read the same:", () => {
  test.each([
    ["with a byte order mark", `\uFEFF${wire}`],
    ["with Windows line ends", wire.replaceAll("\n", "\r\n")],
    ["with a prefix", wire.replaceAll(/<(\/?)(?=[A-Z])/g, "<$1p:").replace("xmlns=", "xmlns:p=")],
    [
      "with comments, processing instructions and CDATA sections",
      wire.replace("Grace Quill", "<!-- <Nm> --><?x <?><![CDATA[Grace Quill]]>"),
    ],
    ["with blanks around a name", wire.replace("Grace Quill", " Grace\n  Quill ")],
    ["without a declaration", wire.split("\n").slice(1).join("\n")],
    [
      "with a schema location",
      wire.replace(
        "<Document",
        '<Document xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b"',
      ),
    ],
    ["with trailing zeros in an amount", wire.replace("<CtrlSum>12345.67<", "<CtrlSum>12345.6700<")],
  ])("%s", (_, text) => {
    expect(messageOf(text)).toEqual(messageOf(wire));
  });
});

describe("an RTP status report", () => {
  test("is read from its envelope, with New York times", () => {
    expect(messageOf(rtpStatus)).toEqual({
      type: "status_report",
      messageId: "M20261116STATUS1",
      createdAt: "2026-11-16T09:30:05-05:00",
      statuses: [
        {
          originalMessageId: "M20261116TRANSFER1",
          originalInstructionId: "entry-1",
          originalEndToEndId: undefined,
          originalTransactionId: "entry-1",
          status: "ACSC",
          reasonCode: undefined,
          reasonText: undefined,
          acceptedAt: "2026-11-16T09:30:04-05:00",
          clearingReference: "001",
        },
      ],
    });
  });

  test("of a group applies to the message and to transactions without a status of their own", () => {
    const group = rtpStatus.replace(
      /<s:OrgnlMsgNmId>.*/,
      "$&<s:GrpSts>RJCT</s:GrpSts><s:StsRsnInf><s:Rsn><s:Cd>AB05</s:Cd></s:Rsn></s:StsRsnInf>",
    );
    const alone = group.replace(/<s:TxInfAndSts>[\s\S]*<\/s:TxInfAndSts>/, "");
    const rejected = { originalMessageId: "M20261116TRANSFER1", status: "RJCT", reasonCode: "AB05" };
    expect(messageOf(alone)).toMatchObject({ statuses: [{ ...rejected, originalTransactionId: undefined }] });
    const silent = group.replace(/<s:TxSts>.*/, "");
    expect(messageOf(silent)).toMatchObject({
      statuses: [{ ...rejected, originalTransactionId: "entry-1" }],
    });
    expect(messageOf(group)).toMatchObject({ statuses: [{ status: "ACSC" }] });
  });
});

describe("a 2009 statement", () => {
  test("is read like a 2019 statement", () => {
    const [account = expect.unreachable()] = reportOf(oldStatement).accounts;
    expect(account).toMatchObject({
      accountNumber: "4400001234",
      currency: "USD",
      openingCents: 10_000n,
      closingCents: -1_550n,
      closingDate: "2026-11-16",
    });
    expect(account.entries).toMatchObject([
      {
        amountCents: 11_550n,
        direction: "debit",
        isReversal: true,
        status: "BOOK",
        transactionCode: "ACH-RETURN",
        details: [
          {
            amountCents: 11_550n,
            clearingReference: "091000010000009",
            creditor: { name: "Grace Quill", routingNumber: "091000019", bankName: "Bank of Examples" },
            remittance: "Invoice 7 second line",
          },
        ],
      },
    ]);
  });

  test("does not check one page against the totals of all pages", () => {
    const page = "<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>";
    const text = statement.replace("<NbOfNtries>2<", "<NbOfNtries>9<");
    expect(problemsOf(text)).toMatchObject([{ rule: "count" }]);
    expect(reportOf(text.replace("</Id>\n      <CreDtTm>", `</Id>${page}<CreDtTm>`)).accounts).toHaveLength(
      1,
    );
  });
});

describe("amounts in other currencies", () => {
  test("keep their currency, and the raw amount if hundredths cannot represent it", () => {
    const [account] = reportOf(statement).accounts;
    expect(account?.entries[1]).toMatchObject({
      currency: "BHD",
      amountCents: 1_234n,
      amountText: "12.34567",
    });
  });

  test("are not read as a balance or an entry detail in dollars", () => {
    const [account] = reportOf(statement.replace('"USD">0.50<', '"EUR">0.50<')).accounts;
    expect(account).toMatchObject({ currency: "USD", openingCents: undefined, closingCents: 249_950n });
    const text = statement.replace(/(<TxDtls>[\s\S]*?Ccy=")USD/, "$1EUR");
    expect(reportOf(text).accounts[0]?.entries[0]?.details[0]?.amountCents).toBeUndefined();
  });
});

describe("a message for manual review", () => {
  const recall = golden("recall.xml");

  test("is identified by its name and id", () => {
    expect(messageOf(recall)).toEqual({ type: "other", name: "camt.056.001.08", messageId: "RECALL-1" });
  });

  test("includes messages of unsupported versions", () => {
    const newer = wire.replace("pacs.008.001.08", "pacs.008.001.99");
    expect(messageOf(newer)).toEqual({
      type: "other",
      name: "pacs.008.001.99",
      messageId: "WIRE-20261116-1",
    });
    const nameless =
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:admi.004.001.02"><SysEvtNtfctn/></Document>';
    expect(messageOf(nameless)).toEqual({ type: "other", name: "admi.004.001.02", messageId: "" });
  });

  test("is rejected when its contents do not match its type", () => {
    expect(problemsOf(recall.replace("<Undrlyg/>", ""))).toMatchObject([{ rule: "missing" }]);
  });
});

test("a structured creditor reference is read as remittance information", () => {
  const structured = "<Strd><CdtrRefInf><Ref>RF18 5390</Ref></CdtrRefInf></Strd>";
  const text = wire.replace(/<Ustrd>.*<\/Ustrd>/, structured);
  expect(messageOf(text)).toMatchObject({ transfers: [{ remittance: "RF18 5390" }] });
});

test("values shared by all returns may appear once in the group", () => {
  const [reason = ""] = /<RtrRsnInf>[\s\S]*<\/RtrRsnInf>/.exec(returned) ?? [];
  const [group = ""] = /<OrgnlMsgId>[\s\S]*<\/OrgnlMsgNmId>/.exec(returned) ?? [];
  const [day = ""] = /<IntrBkSttlmDt>.*<\/IntrBkSttlmDt>/.exec(returned) ?? [];
  const shared = returned
    .replace(day, "")
    .replace(reason, "")
    .replace(`<OrgnlGrpInf>\n        ${group}\n      </OrgnlGrpInf>`, "")
    .replace("<SttlmInf>", `${day}<SttlmInf>`)
    .replace("</GrpHdr>", `</GrpHdr><OrgnlGrpInf>${group}${reason}</OrgnlGrpInf>`);
  expect(shared.match(/<OrgnlGrpInf>/g)).toHaveLength(1);
  expect(messageOf(shared)).toEqual(messageOf(returned));
});

test("a member id of another clearing system is not read as a routing number", () => {
  const swiss = wire.replaceAll("<Cd>USABA</Cd>", "<Cd>CHBCC</Cd>");
  expect(messageOf(swiss)).toMatchObject({ transfers: [{ debtor: { routingNumber: undefined } }] });
  const unsaid = wire.replaceAll(/<ClrSysId>[\s\S]*?<\/ClrSysId>/g, "");
  expect(messageOf(unsaid)).toEqual(messageOf(wire));
});

test("problems quote no name, number or text of the file", () => {
  const secrets = ["Ada", "Grace", "Quill", "4400001234", "9988776655", "Invoice", "12345"];
  const pieces = wire.split(/(?<=>)/);
  for (const [index, piece] of pieces.entries()) {
    for (const change of [
      "",
      `${piece}${piece}`,
      `<Grace>${piece}</Grace>`,
      piece.replace(">", " Ada='1'>"),
    ]) {
      const text = [...pieces.slice(0, index), change, ...pieces.slice(index + 1)].join("");
      const reading = readIsoMessage(Buffer.from(text));
      const problems = JSON.stringify(reading.ok ? [] : reading.problems);
      expect(secrets.filter((secret) => problems.includes(secret))).toEqual([]);
    }
  }
});

function golden(file: string): string {
  return readFileSync(new URL(`golden/${file}`, import.meta.url), "utf8");
}

function messageOf(text: string): IsoMessage {
  const reading = readIsoMessage(Buffer.from(text));
  expect(reading.ok ? [] : reading.problems).toEqual([]);
  return reading.ok ? reading.message : expect.unreachable();
}

function reportOf(text: string): AccountReport {
  const message = messageOf(text);
  return message.type === "statement" || message.type === "notification" ? message : expect.unreachable();
}

function problemsOf(text: string): readonly IsoProblem[] {
  const reading = readIsoMessage(Buffer.from(text));
  return reading.ok ? [] : reading.problems;
}
