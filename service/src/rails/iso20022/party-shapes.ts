import { choice, perVersion, sequence } from "./shape.ts";
import { country, currencyCode, externalCode, iban, identifier, oneOf, pattern, text } from "./values.ts";

// Components of many messages. Their versions are the releases of the standard, which are counted like the versions of
// camt.053: 2 is of 2009, 8 is of 2019, 14 is of 2026.

/** A code of an external code set, or a proprietary one. */
export const codeOrOwn = (maxLength: number) =>
  choice("Cd Prtry", { Cd: externalCode(maxLength), Prtry: identifier(35) });

const address = perVersion((release) => {
  const place = text(release < 12 ? 35 : 140);
  return sequence(
    `AdrTp? CareOf?@12- Dept? SubDept? StrtNm? BldgNb? BldgNm?@8- Flr?@8- UnitNb?@12- PstBx?@8- Room?@8- PstCd? TwnNm?
    TwnLctnNm?@8- DstrctNm?@8- CtrySubDvsn? Ctry? AdrLine{7}`,
    {
      ...(release < 8 && { AdrTp: oneOf("ADDR", "PBOX", "HOME", "BIZZ", "MLTO", "DLVY") }),
      CareOf: text(140),
      Dept: text(70),
      SubDept: text(70),
      StrtNm: text(release < 12 ? 70 : 140),
      BldgNb: text(16),
      BldgNm: place,
      Flr: text(70),
      UnitNb: text(16),
      PstBx: text(16),
      Room: text(70),
      PstCd: text(16),
      TwnNm: place,
      TwnLctnNm: place,
      DstrctNm: place,
      CtrySubDvsn: text(35),
      Ctry: country,
      AdrLine: text(70),
    },
    release,
  );
});

const party = perVersion((release) =>
  sequence("Nm? PstlAdr? Id? CtryOfRes? CtctDtls?", {
    Nm: text(140),
    PstlAdr: address(release),
    CtryOfRes: country,
  }),
);

const member = sequence("ClrSysId? MmbId", {
  ClrSysId: codeOrOwn(5),
  MmbId: identifier(35),
});
const lei = pattern("identifier", /^[A-Z0-9]{18}[0-9]{2}$/, "must be an LEI.");
const bic = pattern("identifier", /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, "must be a BIC.");
const oldBic = pattern("identifier", /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/, "must be a BIC.");
const otherId = sequence("Id SchmeNm? Issr?", { Id: identifier(35), SchmeNm: codeOrOwn(4), Issr: text(35) });

const agent = perVersion((release) => {
  const identity = { LEI: lei, Nm: text(140), PstlAdr: address(release) };
  return sequence("FinInstnId BrnchId?", {
    FinInstnId: sequence(
      "BIC?@-2 BICFI?@3- ClrSysMmbId? LEI?@8- Nm? PstlAdr? Othr?",
      { ...identity, BIC: oldBic, BICFI: release < 8 ? oldBic : bic, ClrSysMmbId: member, Othr: otherId },
      release,
    ),
    BrnchId: sequence("Id? LEI?@8- Nm? PstlAdr?", { ...identity, Id: identifier(35) }, release),
  });
});

const accountId = choice("IBAN Othr", {
  IBAN: iban,
  Othr: sequence("Id SchmeNm? Issr?", { Id: identifier(34), SchmeNm: codeOrOwn(4), Issr: text(35) }),
});
const accountTypes2009 = choice("Cd Prtry", {
  Cd: oneOf(..."CASH CHAR COMM TAXE CISH TRAS SACC CACC SVGS ONDP MGLD NREX MOMA LOAN SLRY ODFT".split(" ")),
  Prtry: identifier(35),
});
// Since 2021 a proxy, such as a phone number, may replace the account number.
const accountParts = "Id@-8 Id?@9- Tp? Ccy? Nm? Prxy?@8-";
const accountValues = (release: number) => ({
  Id: accountId,
  Tp: release < 3 ? accountTypes2009 : codeOrOwn(4),
  Ccy: currencyCode,
  Nm: text(70),
});

/** Debtor and creditor, their accounts and their agents. */
export const partyShapes = perVersion((release) => ({
  party: party(release),
  /** A party, or, since 2018, a bank acting on its own account. */
  anyParty: release < 7 ? party(release) : choice("Pty Agt", { Pty: party(release), Agt: agent(release) }),
  agent: agent(release),
  account: sequence(accountParts, accountValues(release), release),
  ownAccount: sequence(
    `${accountParts} Ownr? Svcr?`,
    { ...accountValues(release), Ownr: party(release), Svcr: agent(release) },
    release,
  ),
  remittance: sequence("Ustrd* Strd*", {
    Ustrd: text(140),
    Strd: sequence(
      `RfrdDocInf* RfrdDocAmt? CdtrRefInf? Invcr? Invcee? TaxRmt?@5- GrnshmtRmt?@5- SctiesData*@14- AddtlRmtInf{3}`,
      { CdtrRefInf: sequence("Tp? Ref?", { Ref: text(35) }), AddtlRmtInf: text(140) },
      release,
    ),
  }),
}));
