import { codeOrOwn, type Generation, partyShapes, remittanceShapes } from "./party-shapes.ts";
import { choice, type Shape, sequence } from "./shape.ts";
import {
  count,
  dayOrMoment,
  decimal,
  direction,
  externalCode,
  identifier,
  indicator,
  moment,
  money,
  oneOf,
  pattern,
  text,
  uetr,
} from "./values.ts";

const transactionCode = sequence("Domn? Prtry?", {
  Domn: sequence("Cd Fmly", {
    Cd: externalCode(4),
    Fmly: sequence("Cd SubFmlyCd", { Cd: externalCode(4), SubFmlyCd: externalCode(4) }),
  }),
  Prtry: sequence("Cd Issr?", { Cd: identifier(35), Issr: text(35) }),
});

const exchanged = sequence("Amt CcyXchg?", { Amt: money });
const amountDetails = sequence("InstdAmt? TxAmt? CntrValAmt? AnncdPstngAmt? PrtryAmt*", {
  InstdAmt: exchanged,
  TxAmt: exchanged,
  CntrValAmt: exchanged,
  AnncdPstngAmt: exchanged,
});

const batch = sequence("MsgId? PmtInfId? NbOfTxs? TtlAmt? CdtDbtInd?", {
  MsgId: identifier(35),
  PmtInfId: identifier(35),
  NbOfTxs: count,
  TtlAmt: money,
  CdtDbtInd: direction,
});

const referenceIds = {
  MsgId: identifier(35),
  AcctSvcrRef: identifier(35),
  PmtInfId: identifier(35),
  InstrId: identifier(35),
  EndToEndId: identifier(35),
  TxId: identifier(35),
  MndtId: identifier(35),
  ChqNb: identifier(35),
  ClrSysRef: identifier(35),
};

const references = {
  "2019": sequence(
    `MsgId? AcctSvcrRef? PmtInfId? InstrId? EndToEndId? UETR? TxId? MndtId? ChqNb? ClrSysRef? AcctOwnrTxId?
    AcctSvcrTxId? MktInfrstrctrTxId? PrcgId? Prtry*`,
    { ...referenceIds, UETR: uetr },
  ),
  "2009": sequence(
    "MsgId? AcctSvcrRef? PmtInfId? InstrId? EndToEndId? TxId? MndtId? ChqNb? ClrSysRef? Prtry?",
    referenceIds,
  ),
};

const partiesOf = (generation: Generation): Shape => {
  const { anyParty, account } = partyShapes[generation];
  return sequence("InitgPty? Dbtr? DbtrAcct? UltmtDbtr? Cdtr? CdtrAcct? UltmtCdtr? TradgPty? Prtry*", {
    InitgPty: anyParty,
    Dbtr: anyParty,
    DbtrAcct: account,
    UltmtDbtr: anyParty,
    Cdtr: anyParty,
    CdtrAcct: account,
    UltmtCdtr: anyParty,
    TradgPty: anyParty,
  });
};

const banksOf = (generation: Generation): Shape => {
  const { agent } = partyShapes[generation];
  const shapes = { DbtrAgt: agent, CdtrAgt: agent, IntrmyAgt1: agent, IntrmyAgt2: agent, IntrmyAgt3: agent };
  const parts =
    "DbtrAgt? CdtrAgt? IntrmyAgt1? IntrmyAgt2? IntrmyAgt3? RcvgAgt? DlvrgAgt? IssgAgt? SttlmPlc? Prtry*";
  return generation === "2009"
    ? sequence(parts, shapes)
    : sequence(`InstgAgt? InstdAgt? ${parts}`, { ...shapes, InstgAgt: agent, InstdAgt: agent });
};

const transactionValues = (generation: Generation) => ({
  Refs: references[generation],
  AmtDtls: amountDetails,
  BkTxCd: transactionCode,
  RltdPties: partiesOf(generation),
  RltdAgts: banksOf(generation),
  RmtInf: remittanceShapes[generation],
  AddtlTxInf: text(500),
});

const transactions = {
  "2019": sequence(
    `Refs? Amt? CdtDbtInd? AmtDtls? Avlbty* BkTxCd? Chrgs? Intrst? RltdPties? RltdAgts? LclInstrm? Purp? RltdRmtInf{10}
    RmtInf? RltdDts? RltdPric? RltdQties* FinInstrmId? Tax? RtrInf? CorpActn? SfkpgAcct? CshDpst* CardTx? AddtlTxInf?
    SplmtryData*`,
    { ...transactionValues("2019"), Amt: money, CdtDbtInd: direction },
  ),
  "2009": sequence(
    `Refs? AmtDtls? Avlbty* BkTxCd? Chrgs* Intrst* RltdPties? RltdAgts? Purp? RltdRmtInf{10} RmtInf? RltdDts? RltdPric?
    RltdQties* FinInstrmId? Tax? RtrInf? CorpActn? SfkpgAcct? AddtlTxInf?`,
    transactionValues("2009"),
  ),
};

const entryValues = (generation: Generation) => ({
  NtryRef: identifier(35),
  Amt: money,
  CdtDbtInd: direction,
  RvslInd: indicator,
  BookgDt: dayOrMoment,
  ValDt: dayOrMoment,
  AcctSvcrRef: identifier(35),
  BkTxCd: transactionCode,
  ComssnWvrInd: indicator,
  AmtDtls: amountDetails,
  NtryDtls: sequence("Btch? TxDtls*", { Btch: batch, TxDtls: transactions[generation] }),
  AddtlNtryInf: text(500),
});

const entries = {
  "2019": sequence(
    `NtryRef? Amt CdtDbtInd RvslInd? Sts BookgDt? ValDt? AcctSvcrRef? Avlbty* BkTxCd ComssnWvrInd? AddtlInfInd? AmtDtls?
    Chrgs? TechInptChanl? Intrst? CardTx? NtryDtls* AddtlNtryInf?`,
    { ...entryValues("2019"), Sts: codeOrOwn(4) },
  ),
  "2009": sequence(
    `NtryRef? Amt CdtDbtInd RvslInd? Sts BookgDt? ValDt? AcctSvcrRef? Avlbty* BkTxCd ComssnWvrInd? AddtlInfInd? AmtDtls?
    Chrgs* TechInptChanl? Intrst* NtryDtls* AddtlNtryInf?`,
    { ...entryValues("2009"), Sts: oneOf("BOOK", "PDNG", "INFO") },
  ),
};

const balanceTypes = {
  "2019": codeOrOwn(4),
  "2009": choice("Cd Prtry", {
    Cd: oneOf(..."XPCD OPAV ITAV CLAV FWAV CLBD ITBD OPBD PRCD INFO".split(" ")),
    Prtry: identifier(35),
  }),
};

const balance = (generation: Generation): Shape =>
  sequence(`Tp CdtLine${generation === "2019" ? "*" : "?"} Amt CdtDbtInd Dt Avlbty*`, {
    Tp: sequence("CdOrPrtry SubTp?", { CdOrPrtry: balanceTypes[generation], SubTp: codeOrOwn(4) }),
    Amt: money,
    CdtDbtInd: direction,
    Dt: dayOrMoment,
  });

const numberAndSum = { NbOfNtries: count, Sum: decimal };
const oneSide = sequence("NbOfNtries? Sum?", numberAndSum);
const summaries = {
  "2019": sequence("TtlNtries? TtlCdtNtries? TtlDbtNtries? TtlNtriesPerBkTxCd*", {
    TtlNtries: sequence("NbOfNtries? Sum? TtlNetNtry?", numberAndSum),
    TtlCdtNtries: oneSide,
    TtlDbtNtries: oneSide,
  }),
  "2009": sequence("TtlNtries? TtlCdtNtries? TtlDbtNtries? TtlNtriesPerBkTxCd*", {
    TtlNtries: sequence("NbOfNtries? Sum? TtlNetNtryAmt? CdtDbtInd?", numberAndSum),
    TtlCdtNtries: oneSide,
    TtlDbtNtries: oneSide,
  }),
};

const pagination = sequence("PgNb LastPgInd", {
  PgNb: pattern("count", /^[0-9]{1,5}$/, "must be a page number."),
  LastPgInd: indicator,
});

const reportValues = (generation: Generation) => ({
  Id: identifier(35),
  CreDtTm: moment,
  CpyDplctInd: oneOf("CODU", "COPY", "DUPL"),
  Acct: partyShapes[generation].ownAccount,
  RltdAcct: partyShapes[generation].account,
  TxsSummry: summaries[generation],
  Ntry: entries[generation],
});

const groupHeader = (generation: Generation, parts: string): Shape =>
  sequence(parts, {
    MsgId: identifier(35),
    CreDtTm: moment,
    MsgRcpt: partyShapes[generation].party,
    MsgPgntn: pagination,
    AddtlInf: text(500),
  });
const header2019 = groupHeader("2019", "MsgId CreDtTm MsgRcpt? MsgPgntn? OrgnlBizQry? AddtlInf?");

const beforeAccount = "ElctrncSeqNb? RptgSeq? LglSeqNb? CreDtTm? FrToDt? CpyDplctInd? RptgSrc?";

/** camt.054.001.08 */
export const notificationShape = sequence("GrpHdr Ntfctn+ SplmtryData*", {
  GrpHdr: header2019,
  Ntfctn: sequence(
    `Id NtfctnPgntn? ${beforeAccount} Acct RltdAcct? Intrst* TxsSummry? Ntry* AddtlNtfctnInf?`,
    { ...reportValues("2019"), NtfctnPgntn: pagination, AddtlNtfctnInf: text(500) },
  ),
});

/** camt.053.001.08 */
export const statementShape = sequence("GrpHdr Stmt+ SplmtryData*", {
  GrpHdr: header2019,
  Stmt: sequence(
    `Id StmtPgntn? ${beforeAccount} Acct RltdAcct? Intrst* Bal+ TxsSummry? Ntry* AddtlStmtInf?`,
    { ...reportValues("2019"), StmtPgntn: pagination, Bal: balance("2019"), AddtlStmtInf: text(500) },
  ),
});

/** camt.053.001.02 */
export const statement2009Shape = sequence("GrpHdr Stmt+", {
  GrpHdr: groupHeader("2009", "MsgId CreDtTm MsgRcpt? MsgPgntn? AddtlInf?"),
  Stmt: sequence(
    `Id ElctrncSeqNb? LglSeqNb? CreDtTm FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst* Bal+ TxsSummry? Ntry*
    AddtlStmtInf?`,
    { ...reportValues("2009"), Bal: balance("2009"), AddtlStmtInf: text(500) },
  ),
});

/** camt.052.001.08, the intraday report: validated like the others, but not processed. */
export const intradayShape = sequence("GrpHdr Rpt+ SplmtryData*", {
  GrpHdr: header2019,
  Rpt: sequence(`Id RptPgntn? ${beforeAccount} Acct RltdAcct? Intrst* Bal* TxsSummry? Ntry* AddtlRptInf?`, {
    ...reportValues("2019"),
    RptPgntn: pagination,
    Bal: balance("2019"),
    AddtlRptInf: text(500),
  }),
});
