import { codeOrOwn, partyShapes, remittanceShapes } from "./party-shapes.ts";
import { choice, sequence } from "./shape.ts";
import {
  count,
  day,
  decimal,
  dollars,
  externalCode,
  identifier,
  indicator,
  moment,
  money,
  oneOf,
  text,
  uetr,
} from "./values.ts";

const { party, anyParty, agent, account } = partyShapes["2019"];

const settlement = sequence(
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

const chargeBearer = oneOf("DEBT", "CRED", "SHAR", "SLEV");
const paymentType = sequence("InstrPrty? ClrChanl? SvcLvl* LclInstrm? CtgyPurp?", {
  InstrPrty: oneOf("HIGH", "NORM"),
  ClrChanl: oneOf("RTGS", "RTNS", "MPNS", "BOOK"),
  SvcLvl: codeOrOwn(4),
  LclInstrm: codeOrOwn(35),
  CtgyPurp: codeOrOwn(4),
});

const creditTransfer = sequence(
  `PmtId PmtTpInf? IntrBkSttlmAmt IntrBkSttlmDt? SttlmPrty? SttlmTmIndctn? SttlmTmReq? AccptncDtTm? PoolgAdjstmntDt?
  InstdAmt? XchgRate? ChrgBr ChrgsInf* PrvsInstgAgt1? PrvsInstgAgt1Acct? PrvsInstgAgt2? PrvsInstgAgt2Acct?
  PrvsInstgAgt3? PrvsInstgAgt3Acct? InstgAgt? InstdAgt? IntrmyAgt1? IntrmyAgt1Acct? IntrmyAgt2? IntrmyAgt2Acct?
  IntrmyAgt3? IntrmyAgt3Acct? UltmtDbtr? InitgPty? Dbtr DbtrAcct? DbtrAgt DbtrAgtAcct? CdtrAgt CdtrAgtAcct? Cdtr
  CdtrAcct? UltmtCdtr? InstrForCdtrAgt* InstrForNxtAgt* Purp? RgltryRptg{10} Tax? RltdRmtInf{10} RmtInf? SplmtryData*`,
  {
    PmtId: sequence("InstrId? EndToEndId TxId? UETR? ClrSysRef?", {
      InstrId: identifier(35),
      EndToEndId: identifier(35),
      TxId: identifier(35),
      UETR: uetr,
      ClrSysRef: identifier(35),
    }),
    PmtTpInf: paymentType,
    IntrBkSttlmAmt: dollars,
    IntrBkSttlmDt: day,
    SttlmPrty: oneOf("URGT", "HIGH", "NORM"),
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
    RmtInf: remittanceShapes["2019"],
  },
);

/** pacs.008.001.08 */
export const creditTransfersShape = sequence("GrpHdr CdtTrfTxInf+ SplmtryData*", {
  GrpHdr: sequence(
    `MsgId CreDtTm BtchBookg? NbOfTxs CtrlSum? TtlIntrBkSttlmAmt? IntrBkSttlmDt? SttlmInf PmtTpInf? InstgAgt?
    InstdAgt?`,
    {
      MsgId: identifier(35),
      CreDtTm: moment,
      BtchBookg: indicator,
      NbOfTxs: count,
      CtrlSum: decimal,
      TtlIntrBkSttlmAmt: dollars,
      IntrBkSttlmDt: day,
      SttlmInf: settlement,
      PmtTpInf: paymentType,
      InstgAgt: agent,
      InstdAgt: agent,
    },
  ),
  CdtTrfTxInf: creditTransfer,
});

const reason = sequence("Orgtr? Rsn? AddtlInf*", { Orgtr: party, Rsn: codeOrOwn(4), AddtlInf: text(105) });
const originalGroup = {
  OrgnlMsgId: identifier(35),
  OrgnlMsgNmId: text(35),
  OrgnlCreDtTm: moment,
};
const originalIds = {
  OrgnlGrpInf: sequence("OrgnlMsgId OrgnlMsgNmId OrgnlCreDtTm?", originalGroup),
  OrgnlInstrId: identifier(35),
  OrgnlEndToEndId: identifier(35),
  OrgnlTxId: identifier(35),
  OrgnlUETR: uetr,
};
const originalTransaction = (parts: string) =>
  sequence(parts, {
    IntrBkSttlmAmt: money,
    IntrBkSttlmDt: day,
    ReqdColltnDt: day,
    SttlmInf: settlement,
    RmtInf: remittanceShapes["2019"],
    UltmtDbtr: anyParty,
    Dbtr: anyParty,
    DbtrAcct: account,
    DbtrAgt: agent,
    CdtrAgt: agent,
    Cdtr: anyParty,
    CdtrAcct: account,
    UltmtCdtr: anyParty,
  });
const originalParts = `IntrBkSttlmAmt? Amt? IntrBkSttlmDt? ReqdColltnDt? ReqdExctnDt? CdtrSchmeId? SttlmInf? PmtTpInf?
  PmtMtd? MndtRltdInf? RmtInf? UltmtDbtr? Dbtr? DbtrAcct? DbtrAgt? DbtrAgtAcct? CdtrAgt? CdtrAgtAcct? Cdtr? CdtrAcct?
  UltmtCdtr? Purp?`;

/** pacs.002.001.10 */
export const statusReportShape = sequence("GrpHdr OrgnlGrpInfAndSts* TxInfAndSts* SplmtryData*", {
  GrpHdr: sequence("MsgId CreDtTm InstgAgt? InstdAgt?", {
    MsgId: identifier(35),
    CreDtTm: moment,
    InstgAgt: agent,
    InstdAgt: agent,
  }),
  OrgnlGrpInfAndSts: sequence(
    "OrgnlMsgId OrgnlMsgNmId OrgnlCreDtTm? OrgnlNbOfTxs? OrgnlCtrlSum? GrpSts? StsRsnInf* NbOfTxsPerSts*",
    {
      ...originalGroup,
      OrgnlNbOfTxs: count,
      OrgnlCtrlSum: decimal,
      GrpSts: externalCode(4),
      StsRsnInf: reason,
    },
  ),
  TxInfAndSts: sequence(
    `StsId? OrgnlGrpInf? OrgnlInstrId? OrgnlEndToEndId? OrgnlTxId? OrgnlUETR? TxSts? StsRsnInf* ChrgsInf* AccptncDtTm?
    FctvIntrBkSttlmDt? AcctSvcrRef? ClrSysRef? InstgAgt? InstdAgt? OrgnlTxRef? SplmtryData*`,
    {
      ...originalIds,
      StsId: identifier(35),
      TxSts: externalCode(4),
      StsRsnInf: reason,
      AccptncDtTm: moment,
      FctvIntrBkSttlmDt: choice("Dt DtTm", { Dt: day, DtTm: moment }),
      AcctSvcrRef: identifier(35),
      ClrSysRef: identifier(35),
      InstgAgt: agent,
      InstdAgt: agent,
      OrgnlTxRef: originalTransaction(originalParts),
    },
  ),
});

/** pacs.004.001.10. A group return without its transactions cannot be booked, so they are required. */
export const paymentReturnsShape = sequence("GrpHdr OrgnlGrpInf? TxInf+ SplmtryData*", {
  GrpHdr: sequence(
    `MsgId CreDtTm Authstn{2} BtchBookg? NbOfTxs CtrlSum? GrpRtr? TtlRtrdIntrBkSttlmAmt? IntrBkSttlmDt? SttlmInf
    InstgAgt? InstdAgt?`,
    {
      MsgId: identifier(35),
      CreDtTm: moment,
      BtchBookg: indicator,
      NbOfTxs: count,
      CtrlSum: decimal,
      GrpRtr: indicator,
      TtlRtrdIntrBkSttlmAmt: dollars,
      IntrBkSttlmDt: day,
      SttlmInf: settlement,
      InstgAgt: agent,
      InstdAgt: agent,
    },
  ),
  OrgnlGrpInf: sequence("OrgnlMsgId OrgnlMsgNmId OrgnlCreDtTm? RtrRsnInf*", {
    ...originalGroup,
    RtrRsnInf: reason,
  }),
  TxInf: sequence(
    `RtrId? OrgnlGrpInf? OrgnlInstrId? OrgnlEndToEndId? OrgnlTxId? OrgnlUETR? OrgnlClrSysRef? OrgnlIntrBkSttlmAmt?
    OrgnlIntrBkSttlmDt? RtrdIntrBkSttlmAmt IntrBkSttlmDt? SttlmPrty? SttlmTmIndctn? RtrdInstdAmt? XchgRate? CompstnAmt?
    ChrgBr? ChrgsInf* ClrSysRef? InstgAgt? InstdAgt? RtrChain? RtrRsnInf* OrgnlTxRef? SplmtryData*`,
    {
      ...originalIds,
      RtrId: identifier(35),
      OrgnlClrSysRef: identifier(35),
      OrgnlIntrBkSttlmAmt: money,
      OrgnlIntrBkSttlmDt: day,
      RtrdIntrBkSttlmAmt: dollars,
      IntrBkSttlmDt: day,
      SttlmPrty: oneOf("URGT", "HIGH", "NORM"),
      RtrdInstdAmt: money,
      CompstnAmt: money,
      ChrgBr: chargeBearer,
      ClrSysRef: identifier(35),
      InstgAgt: agent,
      InstdAgt: agent,
      RtrRsnInf: reason,
      OrgnlTxRef: originalTransaction(`${originalParts} UndrlygCstmrCdtTrf?`),
    },
  ),
});
