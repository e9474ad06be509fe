import { codeOrOwn, partyShapes } from "./party-shapes.ts";
import { choice, type Leaf, type Shape, sequence } from "./shape.ts";
import { chargeBearer, priority, settlementShape } from "./transfer-shapes.ts";
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

// Messages about payments that were sent before: their status, and their return.

const reason = (release: number): Shape =>
  sequence("Orgtr? Rsn? AddtlInf*", {
    Orgtr: partyShapes(release).party,
    Rsn: codeOrOwn(4),
    AddtlInf: text(105),
  });

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

/** The original transaction; `more` are its last elements. */
const originalTransaction = (release: number, more: string): Shape => {
  const { anyParty, agent, account, remittance } = partyShapes(release);
  return sequence(
    `IntrBkSttlmAmt? Amt? IntrBkSttlmDt? ReqdColltnDt? ReqdExctnDt? CdtrSchmeId? SttlmInf? PmtTpInf? PmtMtd?
    MndtRltdInf? RmtInf? UltmtDbtr? Dbtr? DbtrAcct? DbtrAgt? DbtrAgtAcct? CdtrAgt? CdtrAgtAcct? Cdtr? CdtrAcct?
    UltmtCdtr? Purp?@7- ${more}`,
    {
      IntrBkSttlmAmt: money,
      IntrBkSttlmDt: day,
      ReqdColltnDt: day,
      SttlmInf: settlementShape(release),
      RmtInf: remittance,
      UltmtDbtr: anyParty,
      Dbtr: anyParty,
      DbtrAcct: account,
      DbtrAgt: agent,
      CdtrAgt: agent,
      Cdtr: anyParty,
      CdtrAcct: account,
      UltmtCdtr: anyParty,
    },
    release,
  );
};

const oldStatuses = "ACCP ACSC ACSP ACTC ACWC PDNG RJCT".split(" ");

/** Closed code sets until version 7, of a whole group and of one payment. */
const statusCodes = (version: number): { readonly group: Leaf; readonly payment: Leaf } =>
  version < 8
    ? { group: oneOf(...oldStatuses, "PART", "RCVD"), payment: oneOf(...oldStatuses) }
    : { group: externalCode(4), payment: externalCode(4) };

const originalGroupStatus = (version: number, release: number): Shape =>
  sequence(
    "OrgnlMsgId OrgnlMsgNmId OrgnlCreDtTm? OrgnlNbOfTxs? OrgnlCtrlSum? GrpSts? StsRsnInf* NbOfTxsPerSts*",
    {
      ...originalGroup,
      OrgnlNbOfTxs: count,
      OrgnlCtrlSum: decimal,
      GrpSts: statusCodes(version).group,
      StsRsnInf: reason(release),
    },
  );

const statusValues = (version: number, release: number) => ({
  StsId: identifier(35),
  OrgnlInstrId: identifier(35),
  OrgnlEndToEndId: identifier(35),
  OrgnlUETR: uetr,
  TxSts: statusCodes(version).payment,
  StsRsnInf: reason(release),
  AccptncDtTm: moment,
  AcctSvcrRef: identifier(35),
  ClrSysRef: identifier(35),
  OrgnlTxRef: originalTransaction(release, ""),
});

/** pacs.002 */
export function statusReportShape(version: number, release: number): Shape {
  const { agent } = partyShapes(release);
  return sequence(
    "GrpHdr OrgnlGrpInfAndSts@-5 OrgnlGrpInfAndSts*@6- TxInfAndSts* SplmtryData*@4-",
    {
      GrpHdr: sequence(
        "MsgId CreDtTm InstgAgt? InstdAgt? OrgnlBizQry?@12-",
        { MsgId: identifier(35), CreDtTm: moment, InstgAgt: agent, InstdAgt: agent },
        version,
      ),
      OrgnlGrpInfAndSts: originalGroupStatus(version, release),
      TxInfAndSts: sequence(
        `StsId? OrgnlGrpInf?@6- OrgnlInstrId? OrgnlEndToEndId? OrgnlTxId? OrgnlUETR?@10- TxSts? StsRsnInf* ChrgsInf*
        AccptncDtTm? PrcgDt?@13- FctvIntrBkSttlmDt?@10- AcctSvcrRef? ClrSysRef? CdtSttlmKey?@15- InstgAgt? InstdAgt?
        OrgnlTxRef? SplmtryData*@5-`,
        {
          ...statusValues(version, release),
          ...originalIds,
          FctvIntrBkSttlmDt: choice("Dt DtTm", { Dt: day, DtTm: moment }),
          InstgAgt: agent,
          InstdAgt: agent,
        },
        version,
      ),
    },
    version,
  );
}

/** pain.002 */
export function customerStatusReportShape(version: number, release: number): Shape {
  const { party, agent } = partyShapes(release);
  return sequence(
    "GrpHdr OrgnlGrpInfAndSts OrgnlPmtInfAndSts* SplmtryData*@4-",
    {
      GrpHdr: sequence("MsgId CreDtTm InitgPty? FwdgAgt? DbtrAgt? CdtrAgt?", {
        MsgId: identifier(35),
        CreDtTm: moment,
        InitgPty: party,
        FwdgAgt: agent,
        DbtrAgt: agent,
        CdtrAgt: agent,
      }),
      OrgnlGrpInfAndSts: originalGroupStatus(version, release),
      OrgnlPmtInfAndSts: sequence(
        "OrgnlPmtInfId OrgnlNbOfTxs? OrgnlCtrlSum? PmtInfSts? StsRsnInf* NbOfTxsPerSts* TxInfAndSts*",
        {
          OrgnlPmtInfId: identifier(35),
          OrgnlNbOfTxs: count,
          OrgnlCtrlSum: decimal,
          PmtInfSts: statusCodes(version).group,
          StsRsnInf: reason(release),
          TxInfAndSts: sequence(
            `StsId? OrgnlInstrId? OrgnlEndToEndId? OrgnlUETR?@10- TxSts? StsRsnInf* ChrgsInf* TrckrData?@10- AccptncDtTm?
            AcctSvcrRef? ClrSysRef? OrgnlTxRef? SplmtryData*@5-`,
            statusValues(version, release),
            version,
          ),
        },
      ),
    },
    version,
  );
}

/** pacs.004. A group return without its transactions cannot be booked, so they are required. */
export function paymentReturnsShape(version: number, release: number): Shape {
  const { agent } = partyShapes(release);
  const header = sequence(
    `MsgId CreDtTm Authstn{2} BtchBookg? NbOfTxs CtrlSum? GrpRtr? TtlRtrdIntrBkSttlmAmt? IntrBkSttlmDt? SttlmInf
    PmtTpInf?@11- InstgAgt? InstdAgt?`,
    {
      MsgId: identifier(35),
      CreDtTm: moment,
      BtchBookg: indicator,
      NbOfTxs: count,
      CtrlSum: decimal,
      GrpRtr: indicator,
      TtlRtrdIntrBkSttlmAmt: dollars,
      IntrBkSttlmDt: day,
      SttlmInf: settlementShape(release),
      InstgAgt: agent,
      InstdAgt: agent,
    },
    version,
  );
  return sequence(
    "GrpHdr OrgnlGrpInf? TxInf+ SplmtryData*@3-",
    {
      GrpHdr: header,
      OrgnlGrpInf: sequence("OrgnlMsgId OrgnlMsgNmId OrgnlCreDtTm? RtrRsnInf*", {
        ...originalGroup,
        RtrRsnInf: reason(release),
      }),
      TxInf: returnedTransaction(version, release),
    },
    version,
  );
}

const returnedTransaction = (version: number, release: number): Shape => {
  const { agent } = partyShapes(release);
  return sequence(
    `RtrId? OrgnlGrpInf? OrgnlInstrId? OrgnlEndToEndId? OrgnlTxId? OrgnlUETR?@9- OrgnlClrSysRef? OrgnlIntrBkSttlmAmt?
    OrgnlIntrBkSttlmDt?@8- PmtTpInf?@11- RtrdIntrBkSttlmAmt IntrBkSttlmDt? SttlmPrty?@5- SttlmTmIndctn?@9-
    SttlmTmReq?@11- RtrdInstdAmt? XchgRate? AgrdRate?@14- CompstnAmt? ChrgBr? ChrgsInf* ClrSysRef?@8- InstgAgt?
    InstdAgt? RtrChain?@8- RtrRsnInf* OrgnlTxRef? SplmtryData*@4-`,
    {
      ...originalIds,
      RtrId: identifier(35),
      OrgnlClrSysRef: identifier(35),
      OrgnlIntrBkSttlmAmt: money,
      OrgnlIntrBkSttlmDt: day,
      RtrdIntrBkSttlmAmt: dollars,
      IntrBkSttlmDt: day,
      SttlmPrty: priority,
      RtrdInstdAmt: money,
      CompstnAmt: money,
      ChrgBr: chargeBearer,
      ClrSysRef: identifier(35),
      InstgAgt: agent,
      InstdAgt: agent,
      RtrRsnInf: reason(release),
      OrgnlTxRef: originalTransaction(
        release,
        `${version >= 10 ? "UndrlygCstmrCdtTrf?" : ""} ${version >= 14 ? "UndrlygFICdtTrf?" : ""}`,
      ),
    },
    version,
  );
};
