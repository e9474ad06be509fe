import { codeOrOwn, partyShapes } from "./party-shapes.ts";
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

// The three reports have the same entries, and their versions are those of the releases.

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

const references = (version: number): Shape =>
  sequence(
    `MsgId? AcctSvcrRef? PmtInfId? InstrId? EndToEndId? UETR?@8- TxId? MndtId? ChqNb? ClrSysRef? AcctOwnrTxId?@3-
    AcctSvcrTxId?@3- MktInfrstrctrTxId?@3- PrcgId?@3- RtrId?@14- Prtry?@-2 Prtry*@3-`,
    {
      MsgId: identifier(35),
      AcctSvcrRef: identifier(35),
      PmtInfId: identifier(35),
      InstrId: identifier(35),
      EndToEndId: identifier(35),
      UETR: uetr,
      TxId: identifier(35),
      MndtId: identifier(35),
      ChqNb: identifier(35),
      ClrSysRef: identifier(35),
    },
    version,
  );

const partiesOf = (version: number): Shape => {
  const { anyParty, account } = partyShapes(version);
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

const banksOf = (version: number): Shape => {
  const { agent } = partyShapes(version);
  return sequence(
    `InstgAgt?@7- InstdAgt?@7- DbtrAgt? CdtrAgt? IntrmyAgt1? IntrmyAgt2? IntrmyAgt3? RcvgAgt? DlvrgAgt? IssgAgt?
    SttlmPlc? Prtry*`,
    {
      InstgAgt: agent,
      InstdAgt: agent,
      DbtrAgt: agent,
      CdtrAgt: agent,
      IntrmyAgt1: agent,
      IntrmyAgt2: agent,
      IntrmyAgt3: agent,
    },
    version,
  );
};

const transaction = (version: number): Shape =>
  sequence(
    `Refs? Amt@3-6 Amt?@7- CdtDbtInd@3-6 CdtDbtInd?@7- AmtDtls? Avlbty* BkTxCd? Chrgs*@-3 Chrgs?@4- Intrst*@-3
    Intrst?@4- RltdPties? RltdAgts? LclInstrm?@7- PmtTpInf?@10- Purp? RltdRmtInf{10} RmtInf? RltdDts? RltdPric?
    RltdQties* FinInstrmId? Tax? RtrInf? CorpActn?@-12 RltdCorpActn?@13- SfkpgAcct? UndrlygAllcn*@13- CshDpst*@3-
    CardTx?@3- InstrCpy?@13- AddtlTxInf? SplmtryData*@4-`,
    {
      Refs: references(version),
      Amt: money,
      CdtDbtInd: direction,
      AmtDtls: amountDetails,
      BkTxCd: transactionCode,
      RltdPties: partiesOf(version),
      RltdAgts: banksOf(version),
      RmtInf: partyShapes(version).remittance,
      AddtlTxInf: text(500),
    },
    version,
  );

const entry = (version: number): Shape =>
  sequence(
    `NtryRef? Amt CdtDbtInd RvslInd? Sts BookgDt? ValDt? AcctSvcrRef? Avlbty* BkTxCd ComssnWvrInd? AddtlInfInd? AmtDtls?
    Chrgs*@-3 Chrgs?@4- TechInptChanl? Intrst*@-3 Intrst?@4- CardTx?@3- NtryDtls* AddtlNtryInf?`,
    {
      NtryRef: identifier(35),
      Amt: money,
      CdtDbtInd: direction,
      RvslInd: indicator,
      Sts: version < 7 ? oneOf("BOOK", "PDNG", "INFO") : codeOrOwn(4),
      BookgDt: dayOrMoment,
      ValDt: dayOrMoment,
      AcctSvcrRef: identifier(35),
      BkTxCd: transactionCode,
      ComssnWvrInd: indicator,
      AmtDtls: amountDetails,
      NtryDtls: sequence("Btch? TxDtls*", { Btch: batch, TxDtls: transaction(version) }),
      AddtlNtryInf: text(500),
    },
    version,
  );

const oldBalanceTypes = choice("Cd Prtry", {
  Cd: oneOf(..."XPCD OPAV ITAV CLAV FWAV CLBD ITBD OPBD PRCD INFO".split(" ")),
  Prtry: identifier(35),
});

const balance = (version: number): Shape =>
  sequence(
    "Tp CdtLine?@-6 CdtLine*@7- Amt CdtDbtInd Dt Avlbty*",
    {
      Tp: sequence("CdOrPrtry SubTp?", {
        CdOrPrtry: version < 7 ? oldBalanceTypes : codeOrOwn(4),
        SubTp: codeOrOwn(4),
      }),
      Amt: money,
      CdtDbtInd: direction,
      Dt: dayOrMoment,
    },
    version,
  );

const numberAndSum = { NbOfNtries: count, Sum: decimal };
const oneSide = sequence("NbOfNtries? Sum?", numberAndSum);
const summary = (version: number): Shape =>
  sequence("TtlNtries? TtlCdtNtries? TtlDbtNtries? TtlNtriesPerBkTxCd*", {
    TtlNtries: sequence(
      "NbOfNtries? Sum? TtlNetNtryAmt?@-3 CdtDbtInd?@-3 TtlNetNtry?@4-",
      numberAndSum,
      version,
    ),
    TtlCdtNtries: oneSide,
    TtlDbtNtries: oneSide,
  });

const pagination = sequence("PgNb LastPgInd", {
  PgNb: pattern("count", /^[0-9]{1,5}$/, "must be a page number."),
  LastPgInd: indicator,
});

/** A report on one account, with the name of its element; a notification has no balances. */
type ReportName = "Rpt" | "Stmt" | "Ntfctn";
const balances: Readonly<Record<ReportName, string>> = { Rpt: "Bal*", Stmt: "Bal+", Ntfctn: "" };

function reportShape(name: ReportName): (version: number) => Shape {
  return (version) => {
    const { party, ownAccount, account } = partyShapes(version);
    const header = sequence(
      "MsgId CreDtTm MsgRcpt? MsgPgntn? OrgnlBizQry?@3- AddtlInf?",
      { MsgId: identifier(35), CreDtTm: moment, MsgRcpt: party, MsgPgntn: pagination, AddtlInf: text(500) },
      version,
    );
    const report = sequence(
      `Id ${name}Pgntn?@3- ElctrncSeqNb? RptgSeq?@7- LglSeqNb? CreDtTm@-6 CreDtTm?@7- FrToDt? CpyDplctInd? RptgSrc? Acct
      RltdAcct? Intrst* ${balances[name]} TxsSummry? Ntry* Addtl${name}Inf?`,
      {
        Id: identifier(35),
        [`${name}Pgntn`]: pagination,
        CreDtTm: moment,
        CpyDplctInd: oneOf("CODU", "COPY", "DUPL"),
        Acct: ownAccount,
        RltdAcct: account,
        ...(name !== "Ntfctn" && { Bal: balance(version) }),
        TxsSummry: summary(version),
        Ntry: entry(version),
        [`Addtl${name}Inf`]: text(500),
      },
      version,
    );
    return sequence(`GrpHdr ${name}+ SplmtryData*@3-`, { GrpHdr: header, [name]: report }, version);
  };
}

/** camt.052 */
export const intradayShape = reportShape("Rpt");
/** camt.053 */
export const statementShape = reportShape("Stmt");
/** camt.054 */
export const notificationShape = reportShape("Ntfctn");
