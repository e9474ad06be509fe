import { choice, sequence } from "./shape.ts";
import { country, currencyCode, externalCode, iban, identifier, oneOf, pattern, text } from "./values.ts";

/** A code of an external code set, or a proprietary one. */
export const codeOrOwn = (maxLength: number) =>
  choice("Cd Prtry", { Cd: externalCode(maxLength), Prtry: identifier(35) });

/** Two versions of the standard: the messages of 2019, and the statement of 2009 that many banks still send. */
export type Generation = "2019" | "2009";

const addressValues = {
  Dept: text(70),
  SubDept: text(70),
  StrtNm: text(70),
  BldgNb: text(16),
  PstCd: text(16),
  TwnNm: text(35),
  CtrySubDvsn: text(35),
  Ctry: country,
  AdrLine: text(70),
};

const addresses = {
  "2019": sequence(
    `AdrTp? Dept? SubDept? StrtNm? BldgNb? BldgNm? Flr? PstBx? Room? PstCd? TwnNm? TwnLctnNm? DstrctNm?
    CtrySubDvsn? Ctry? AdrLine{7}`,
    {
      ...addressValues,
      BldgNm: text(35),
      Flr: text(70),
      PstBx: text(16),
      Room: text(70),
      TwnLctnNm: text(35),
      DstrctNm: text(35),
    },
  ),
  "2009": sequence("AdrTp? Dept? SubDept? StrtNm? BldgNb? PstCd? TwnNm? CtrySubDvsn? Ctry? AdrLine{7}", {
    ...addressValues,
    AdrTp: oneOf("ADDR", "PBOX", "HOME", "BIZZ", "MLTO", "DLVY"),
  }),
};

const parties = {
  "2019": sequence("Nm? PstlAdr? Id? CtryOfRes? CtctDtls?", {
    Nm: text(140),
    PstlAdr: addresses["2019"],
    CtryOfRes: country,
  }),
  "2009": sequence("Nm? PstlAdr? Id? CtryOfRes? CtctDtls?", {
    Nm: text(140),
    PstlAdr: addresses["2009"],
    CtryOfRes: country,
  }),
};

const member = sequence("ClrSysId? MmbId", {
  ClrSysId: codeOrOwn(5),
  MmbId: identifier(35),
});
const lei = pattern("identifier", /^[A-Z0-9]{18}[0-9]{2}$/, "must be an LEI.");
const bic = pattern("identifier", /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, "must be a BIC.");
const otherId = sequence("Id SchmeNm? Issr?", { Id: identifier(35), SchmeNm: codeOrOwn(4), Issr: text(35) });

const agents = {
  "2019": sequence("FinInstnId BrnchId?", {
    FinInstnId: sequence("BICFI? ClrSysMmbId? LEI? Nm? PstlAdr? Othr?", {
      BICFI: bic,
      ClrSysMmbId: member,
      LEI: lei,
      Nm: text(140),
      PstlAdr: addresses["2019"],
      Othr: otherId,
    }),
    BrnchId: sequence("Id? LEI? Nm? PstlAdr?", {
      Id: identifier(35),
      LEI: lei,
      Nm: text(140),
      PstlAdr: addresses["2019"],
    }),
  }),
  "2009": sequence("FinInstnId BrnchId?", {
    FinInstnId: sequence("BIC? ClrSysMmbId? Nm? PstlAdr? Othr?", {
      BIC: pattern("identifier", /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/, "must be a BIC."),
      ClrSysMmbId: member,
      Nm: text(140),
      PstlAdr: addresses["2009"],
      Othr: otherId,
    }),
    BrnchId: sequence("Id? Nm? PstlAdr?", {
      Id: identifier(35),
      Nm: text(140),
      PstlAdr: addresses["2009"],
    }),
  }),
};

const accountId = choice("IBAN Othr", {
  IBAN: iban,
  Othr: sequence("Id SchmeNm? Issr?", { Id: identifier(34), SchmeNm: codeOrOwn(4), Issr: text(35) }),
});
const accountValues = { Id: accountId, Tp: codeOrOwn(4), Ccy: currencyCode, Nm: text(70) };
const accountValues2009 = {
  ...accountValues,
  Tp: choice("Cd Prtry", {
    Cd: oneOf(
      ..."CASH CHAR COMM TAXE CISH TRAS SACC CACC SVGS ONDP MGLD NREX MOMA LOAN SLRY ODFT".split(" "),
    ),
    Prtry: identifier(35),
  }),
};

const accounts = {
  "2019": sequence("Id Tp? Ccy? Nm? Prxy?", accountValues),
  "2009": sequence("Id Tp? Ccy? Nm?", accountValues2009),
};

const ownAccounts = {
  "2019": sequence("Id Tp? Ccy? Nm? Prxy? Ownr? Svcr?", {
    ...accountValues,
    Ownr: parties["2019"],
    Svcr: agents["2019"],
  }),
  "2009": sequence("Id Tp? Ccy? Nm? Ownr? Svcr?", {
    ...accountValues2009,
    Ownr: parties["2009"],
    Svcr: agents["2009"],
  }),
};

/** Debtor and creditor, their accounts and their agents. */
export const partyShapes = {
  "2019": {
    party: parties["2019"],
    /** In reports: a party, or a bank acting on its own account. */
    anyParty: choice("Pty Agt", { Pty: parties["2019"], Agt: agents["2019"] }),
    agent: agents["2019"],
    account: accounts["2019"],
    ownAccount: ownAccounts["2019"],
  },
  "2009": {
    party: parties["2009"],
    anyParty: parties["2009"],
    agent: agents["2009"],
    account: accounts["2009"],
    ownAccount: ownAccounts["2009"],
  },
};

const structured = (parts: string) =>
  sequence(parts, {
    CdtrRefInf: sequence("Tp? Ref?", { Ref: text(35) }),
    AddtlRmtInf: text(140),
  });

/** Remittance information. */
export const remittanceShapes = {
  "2019": sequence("Ustrd* Strd*", {
    Ustrd: text(140),
    Strd: structured("RfrdDocInf* RfrdDocAmt? CdtrRefInf? Invcr? Invcee? TaxRmt? GrnshmtRmt? AddtlRmtInf{3}"),
  }),
  "2009": sequence("Ustrd* Strd*", {
    Ustrd: text(140),
    Strd: structured("RfrdDocInf* RfrdDocAmt? CdtrRefInf? Invcr? Invcee? AddtlRmtInf{3}"),
  }),
};
