import { codeOrOwn, partyShapes } from "./party-shapes.ts";
import { type Shape, sequence } from "./shape.ts";
import { count, day, decimal, dollars, identifier, indicator, moment, money, oneOf, uetr } from "./values.ts";

export const chargeBearer = oneOf("DEBT", "CRED", "SHAR", "SLEV");
export const priority = oneOf("URGT", "HIGH", "NORM");

/** How the banks settle. */
export function settlementShape(release: number): Shape {
  const { account, agent } = partyShapes(release);
  return sequence(
    `SttlmMtd SttlmAcct? ClrSys? InstgRmbrsmntAgt? InstgRmbrsmntAgtAcct? InstdRmbrsmntAgt? InstdRmbrsmntAgtAcct?
    ThrdRmbrsmntAgt? ThrdRmbrsmntAgtAcct?`,
    {
      SttlmMtd: oneOf("INDA", "INGA", "COVE", "CLRG"),
      SttlmAcct: account,
      ClrSys: codeOrOwn(3),
      InstgRmbrsmntAgt: agent,
      InstdRmbrsmntAgt: agent,
      ThrdRmbrsmntAgt: agent,
    },
  );
}

const paymentType = (release: number): Shape =>
  sequence(
    "InstrPrty? ClrChanl? SvcLvl?@-7 SvcLvl*@8- LclInstrm? CtgyPurp?",
    {
      InstrPrty: oneOf("HIGH", "NORM"),
      ClrChanl: oneOf("RTGS", "RTNS", "MPNS", "BOOK"),
      SvcLvl: codeOrOwn(4),
      LclInstrm: codeOrOwn(35),
      CtgyPurp: codeOrOwn(4),
    },
    release,
  );

const paymentId = (version: number): Shape =>
  sequence(
    "InstrId? EndToEndId TxId@-7 TxId?@8- UETR?@8- ClrSysRef?",
    {
      InstrId: identifier(35),
      EndToEndId: identifier(35),
      TxId: identifier(35),
      UETR: uetr,
      ClrSysRef: identifier(35),
    },
    version,
  );

const banksOnTheWay = `PrvsInstgAgt?@-6 PrvsInstgAgtAcct?@-6 PrvsInstgAgt1?@7- PrvsInstgAgt1Acct?@7- PrvsInstgAgt2?@7-
  PrvsInstgAgt2Acct?@7- PrvsInstgAgt3?@7- PrvsInstgAgt3Acct?@7- InstgAgt? InstdAgt? IntrmyAgt1? IntrmyAgt1Acct?
  IntrmyAgt2? IntrmyAgt2Acct? IntrmyAgt3? IntrmyAgt3Acct?`;

const groupHeader = (
  release: number,
  amount: Shape,
  { withExpiry }: { readonly withExpiry: boolean },
): Shape => {
  const { agent } = partyShapes(release);
  return sequence(
    `MsgId CreDtTm ${withExpiry ? "XpryDtTm?" : ""} BtchBookg? NbOfTxs CtrlSum? TtlIntrBkSttlmAmt? IntrBkSttlmDt?
    SttlmInf PmtTpInf? InstgAgt? InstdAgt?`,
    {
      MsgId: identifier(35),
      CreDtTm: moment,
      BtchBookg: indicator,
      NbOfTxs: count,
      CtrlSum: decimal,
      TtlIntrBkSttlmAmt: amount,
      IntrBkSttlmDt: day,
      SttlmInf: settlementShape(release),
      PmtTpInf: paymentType(release),
      InstgAgt: agent,
      InstdAgt: agent,
    },
  );
};

const creditTransfer = (version: number, release: number): Shape => {
  const { party, agent, account, remittance } = partyShapes(release);
  return sequence(
    `PmtId PmtTpInf? IntrBkSttlmAmt IntrBkSttlmDt? SttlmPrty? SttlmTmIndctn? SttlmTmReq? AddtlDtTm?@13- AccptncDtTm?@-12
    PoolgAdjstmntDt?@-12 InstdAmt? XchgRate? AgrdRate?@13- ChrgBr ChrgsInf* MndtRltdInf?@9- PmtSgntr?@13-
    ${banksOnTheWay} UltmtDbtr? InitgPty? Dbtr DbtrAcct? DbtrAgt DbtrAgtAcct? CdtrAgt CdtrAgtAcct? Cdtr CdtrAcct?
    UltmtCdtr? InstrForCdtrAgt* InstrForNxtAgt* Purp? RgltryRptg{10} Tax?@5- RltdRmtInf{10} RmtInf? SplmtryData*@4-`,
    {
      PmtId: paymentId(version),
      PmtTpInf: paymentType(release),
      IntrBkSttlmAmt: dollars,
      IntrBkSttlmDt: day,
      SttlmPrty: priority,
      AccptncDtTm: moment,
      PoolgAdjstmntDt: day,
      InstdAmt: money,
      ChrgBr: chargeBearer,
      InstgAgt: agent,
      InstdAgt: agent,
      IntrmyAgt1: agent,
      IntrmyAgt2: agent,
      IntrmyAgt3: agent,
      UltmtDbtr: party,
      InitgPty: party,
      Dbtr: party,
      DbtrAcct: account,
      DbtrAgt: agent,
      CdtrAgt: agent,
      Cdtr: party,
      CdtrAcct: account,
      UltmtCdtr: party,
      Purp: codeOrOwn(4),
      RmtInf: remittance,
    },
    version,
  );
};

/** pacs.008 */
export function creditTransfersShape(version: number, release: number): Shape {
  return sequence(
    "GrpHdr CdtTrfTxInf+ SplmtryData*@3-",
    {
      GrpHdr: groupHeader(release, dollars, { withExpiry: version >= 13 }),
      CdtTrfTxInf: creditTransfer(version, release),
    },
    version,
  );
}

/** pacs.009. It is only shown, so the transfer that it covers may contain anything. */
export function bankTransfersShape(version: number, release: number): Shape {
  const { agent, account } = partyShapes(release);
  return sequence(
    "GrpHdr CdtTrfTxInf+ SplmtryData*",
    {
      GrpHdr: groupHeader(release, money, { withExpiry: version >= 12 }),
      CdtTrfTxInf: sequence(
        `PmtId PmtTpInf? IntrBkSttlmAmt IntrBkSttlmDt? SttlmPrty? SttlmTmIndctn? SttlmTmReq? XpryDtTm?@12- PmtSgntr?@12-
        ${banksOnTheWay} UltmtDbtr? Dbtr DbtrAcct? DbtrAgt? DbtrAgtAcct? CdtrAgt? CdtrAgtAcct? Cdtr CdtrAcct? UltmtCdtr?
        InstrForCdtrAgt* InstrForNxtAgt* Purp?@8- RgltryRptg{10}@13- RmtInf? UndrlygAllcn*@11- UndrlygCstmrCdtTrf?
        UndrlygFICdtTrf?@12- SplmtryData*@4-`,
        {
          PmtId: paymentId(version),
          IntrBkSttlmAmt: money,
          IntrBkSttlmDt: day,
          SttlmPrty: priority,
          InstgAgt: agent,
          InstdAgt: agent,
          Dbtr: agent,
          DbtrAcct: account,
          DbtrAgt: agent,
          CdtrAgt: agent,
          Cdtr: agent,
          CdtrAcct: account,
        },
        version,
      ),
    },
    version,
  );
}
