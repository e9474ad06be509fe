import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { leavesOf, parseXml } from "../../../test/iso-leaves.ts";
import { violatedRules } from "../../../test/iso-profile-rules.ts";
import type { CreditTransfers } from "./iso-message.ts";
import { isoProfiles } from "./iso-profile.ts";
import { writeCreditTransfers } from "./write-credit-transfers.ts";

/**
 * The customer credit transfer of the Federal Reserve's first scenario, with the dates of November 2026: an example of
 * every field that Fedwire shows there.
 */
const example: CreditTransfers = {
  type: "credit_transfers",
  messageId: "20261116B1QDRCQR000001",
  createdAt: "2026-11-16T09:00:00-05:00",
  transfers: [
    {
      instructionId: "Scenario01InstrId001",
      endToEndId: "Scenario01EtoEId001",
      transactionId: undefined,
      uetr: "8a562c67-ca16-48ba-b074-65581be6f011",
      amountCents: 51_000_074n,
      settlementDate: "2026-11-16",
      clearingSystem: "FDW",
      debtor: {
        name: "Corporation A",
        address: {
          street: "Avenue of the Fountains",
          building: "167565",
          postalCode: "85268",
          town: "Fountain Hills",
          subdivision: "AZ",
          country: "US",
          lines: ["Suite D110"],
        },
        accountNumber: "5647772655",
        routingNumber: "011104238",
        bankName: "Bank A",
        bankAddress: {
          street: "Avenue A",
          building: "66",
          postalCode: "60532",
          town: "Lisle",
          subdivision: "IL",
          country: "US",
          lines: [],
        },
      },
      creditor: {
        name: "Corporation B",
        address: {
          street: "Desert View Street",
          building: "1",
          postalCode: "92262",
          town: "Palm Springs",
          subdivision: "CA",
          country: "US",
          lines: ["Floor 33"],
        },
        accountNumber: "567876543",
        routingNumber: "021040078",
        bankName: "Bank B",
        bankAddress: {
          street: "Avenue B",
          building: "25",
          postalCode: "19067",
          town: "Yardley",
          subdivision: "PA",
          country: "US",
          lines: [],
        },
      },
      remittance: "INV34563",
    },
  ],
};

const fields = `
GrpHdr/MsgId = 20261116B1QDRCQR000001
GrpHdr/CreDtTm = 2026-11-16T09:00:00-05:00
GrpHdr/NbOfTxs = 1
GrpHdr/SttlmInf/SttlmMtd = CLRG
GrpHdr/SttlmInf/ClrSys/Cd = FDW
CdtTrfTxInf/PmtId/InstrId = Scenario01InstrId001
CdtTrfTxInf/PmtId/EndToEndId = Scenario01EtoEId001
CdtTrfTxInf/PmtId/UETR = 8a562c67-ca16-48ba-b074-65581be6f011
CdtTrfTxInf/PmtTpInf/LclInstrm/Prtry = CTRC
CdtTrfTxInf/IntrBkSttlmAmt @Ccy = USD
CdtTrfTxInf/IntrBkSttlmAmt = 510000.74
CdtTrfTxInf/IntrBkSttlmDt = 2026-11-16
CdtTrfTxInf/InstdAmt @Ccy = USD
CdtTrfTxInf/InstdAmt = 510000.74
CdtTrfTxInf/ChrgBr = SLEV
CdtTrfTxInf/InstgAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd = USABA
CdtTrfTxInf/InstgAgt/FinInstnId/ClrSysMmbId/MmbId = 011104238
CdtTrfTxInf/InstdAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd = USABA
CdtTrfTxInf/InstdAgt/FinInstnId/ClrSysMmbId/MmbId = 021040078
CdtTrfTxInf/Dbtr/Nm = Corporation A
CdtTrfTxInf/Dbtr/PstlAdr/StrtNm = Avenue of the Fountains
CdtTrfTxInf/Dbtr/PstlAdr/BldgNb = 167565
CdtTrfTxInf/Dbtr/PstlAdr/PstCd = 85268
CdtTrfTxInf/Dbtr/PstlAdr/TwnNm = Fountain Hills
CdtTrfTxInf/Dbtr/PstlAdr/CtrySubDvsn = AZ
CdtTrfTxInf/Dbtr/PstlAdr/Ctry = US
CdtTrfTxInf/Dbtr/PstlAdr/AdrLine = Suite D110
CdtTrfTxInf/DbtrAcct/Id/Othr/Id = 5647772655
CdtTrfTxInf/DbtrAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd = USABA
CdtTrfTxInf/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId = 011104238
CdtTrfTxInf/DbtrAgt/FinInstnId/Nm = Bank A
CdtTrfTxInf/DbtrAgt/FinInstnId/PstlAdr/StrtNm = Avenue A
CdtTrfTxInf/DbtrAgt/FinInstnId/PstlAdr/BldgNb = 66
CdtTrfTxInf/DbtrAgt/FinInstnId/PstlAdr/PstCd = 60532
CdtTrfTxInf/DbtrAgt/FinInstnId/PstlAdr/TwnNm = Lisle
CdtTrfTxInf/DbtrAgt/FinInstnId/PstlAdr/CtrySubDvsn = IL
CdtTrfTxInf/DbtrAgt/FinInstnId/PstlAdr/Ctry = US
CdtTrfTxInf/CdtrAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd = USABA
CdtTrfTxInf/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId = 021040078
CdtTrfTxInf/CdtrAgt/FinInstnId/Nm = Bank B
CdtTrfTxInf/CdtrAgt/FinInstnId/PstlAdr/StrtNm = Avenue B
CdtTrfTxInf/CdtrAgt/FinInstnId/PstlAdr/BldgNb = 25
CdtTrfTxInf/CdtrAgt/FinInstnId/PstlAdr/PstCd = 19067
CdtTrfTxInf/CdtrAgt/FinInstnId/PstlAdr/TwnNm = Yardley
CdtTrfTxInf/CdtrAgt/FinInstnId/PstlAdr/CtrySubDvsn = PA
CdtTrfTxInf/CdtrAgt/FinInstnId/PstlAdr/Ctry = US
CdtTrfTxInf/Cdtr/Nm = Corporation B
CdtTrfTxInf/Cdtr/PstlAdr/StrtNm = Desert View Street
CdtTrfTxInf/Cdtr/PstlAdr/BldgNb = 1
CdtTrfTxInf/Cdtr/PstlAdr/PstCd = 92262
CdtTrfTxInf/Cdtr/PstlAdr/TwnNm = Palm Springs
CdtTrfTxInf/Cdtr/PstlAdr/CtrySubDvsn = CA
CdtTrfTxInf/Cdtr/PstlAdr/Ctry = US
CdtTrfTxInf/Cdtr/PstlAdr/AdrLine = Floor 33
CdtTrfTxInf/CdtrAcct/Id/Othr/Id = 567876543
CdtTrfTxInf/RmtInf/Ustrd = INV34563
`;

const golden = readFileSync(new URL("golden/fedwire-example.xml", import.meta.url));

test("the example of a customer transfer on Fedwire is written field by field", () => {
  const [message = expect.unreachable()] = parseXml(golden).children;
  expect(leavesOf(message)).toEqual(fields.trim().split("\n"));
});

test("the example is what the writer produces, and violates no rule of Fedwire", () => {
  expect(writeCreditTransfers(example, isoProfiles.fedwire).toString()).toBe(golden.toString());
  expect(violatedRules("fedwire", golden)).toEqual([]);
});

test("plain ISO 20022 is no Fedwire message", () => {
  expect(violatedRules("fedwire", writeCreditTransfers(example))).toEqual([
    "no-control-sum",
    "fedwire-instructed-amount",
  ]);
});
