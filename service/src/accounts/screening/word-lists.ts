import { editDistance } from "./edit-distance.ts";

/** Legal forms of a business. They do not identify it. */
export const corporateForms: ReadonlySet<string> = words(
  "LLC LLP LP INC INCORPORATED CORP CORPORATION CO COMPANY LTD LIMITED PLC PLLC",
  "GMBH AG KG KGAA OHG EV UG SE SA SAS SARL SARLU SASU EURL SRL SPA SNC SL SLU SLL LDA LTDA EIRELI CV RL SAPI SAB",
  "BV NV VOF OY OYJ AB AS ASA APS IS EHF HF KS",
  "OOO OAO ZAO PAO AO NAO TOO TOV PP PAT PRAT JSC OJSC CJSC PJSC FGUP GUP",
  "DOO DD AD OOD EOOD EAD KFT ZRT NYRT BT SRO AS SPZOO SPK UAB SIA OU",
  "FZE FZCO FZC FZLLC DMCC WLL SAL SAOC KSC QSC PSC EST",
  "PTE PVT PTY BHD SDN TBK PT KK YK GK",
);

/** Trade words that thousands of businesses have in their names. */
export const tradeWords: ReadonlySet<string> = words(
  "BANK TRADING TRADE TRADERS GENERAL INTERNATIONAL INTL GLOBAL NATIONAL STATE GROUP HOLDING HOLDINGS",
  "INVESTMENT INVESTMENTS INVEST ENTERPRISE ENTERPRISES IMPORT IMPORTS EXPORT EXPORTS SHIPPING SERVICE SERVICES",
  "INDUSTRY INDUSTRIES INDUSTRIAL COMMERCIAL COMMERCE CONSTRUCTION TRANSPORT LOGISTICS MARINE MARITIME",
  "PETROLEUM PETROCHEMICAL OIL GAS ENERGY CHEMICAL CHEMICALS STEEL METAL METALS FOOD FOODS FOUNDATION ASSOCIATION",
  "ORGANIZATION ORGANISATION INSTITUTE UNIVERSITY CENTER CENTRE TECHNOLOGY TECHNOLOGIES TECH SYSTEMS SOLUTIONS",
  "ENGINEERING MANAGEMENT CONSULTING CONSULTANTS FINANCE FINANCIAL CAPITAL EXCHANGE INSURANCE ESTATE PROPERTY",
  "PROPERTIES DEVELOPMENT RESOURCES MINING PRODUCTION PRODUCTS AGENCY OFFICE AVIATION AIRLINES AIR TRAVEL TOURISM",
  "MEDIA MEDICAL EQUIPMENT ELECTRONICS MANUFACTURING PARTNERS VENTURES SUPPLY SUPPLIES STORE SHOP",
);

/** Very frequent given names; spelling families are represented by their first member. */
export const frequentNames: ReadonlySet<string> = words(
  "MUHAMMAD AHMAD ALI HASAN HUSAYN ABDULLAH IBRAHIM YUSUF OMAR MARIA JOSE JUAN CARLOS LUIS KIM LI WANG JOHN DAVID",
  "MICHAEL JAMES ALEKSANDR SERGEY VLADIMIR IVAN",
);

/** Particles in names. */
export const particles: ReadonlySet<string> = words(
  "AL EL UL BIN IBN BINT VAN VON DER DEN DE LA LAS LOS DEL DELLA DA DI DU DOS DAS AND OF THE FOR ET UND",
);

/** Titles and suffixes. */
export const honorifics: ReadonlySet<string> = words(
  "MR MRS MS MISS DR PROF SIR HAJI HAJJ HAJJI SHEIKH SHAYKH SHEIK MULLAH MULLA MAULAVI MAWLAWI GEN COL ENG",
  "JR SR II III IV",
);

// Spellings of one name that are too far apart for Jaro-Winkler. The first of each line represents all.
const spellingFamilies = [
  "MUHAMMAD MOHAMMED MOHAMED MOHAMMAD MOHAMAD MUHAMMED MUHAMED MUHAMAD MOHAMET MAHAMMED MOHD MUHD",
  "HUSAYN HUSSEIN HUSSAIN HUSEIN HUSAIN HOSSEIN HOSEIN HUSEYIN HUSSAYN HOCINE HUSSIN",
  "HASAN HASSAN HASSEN",
  "AHMAD AHMED AHMET AKHMED AKHMAD",
  "YUSUF YOUSUF YOUSEF YOUSSEF YUSEF YUSSUF YOUSIF YUSIF",
  "UTHMAN OTHMAN OSMAN USMAN OUTHMANE",
  "OMAR UMAR OMER UMER",
  "QASIM KASSEM QASSEM KASIM QASSIM GHASSEM",
  "YAHYA YEHIA YAHIA YEHYA",
  "SHARIF SHERIF CHERIF SHAREEF",
  "YEVGENIY EVGENY EVGENIY YEVGENI YEVGENY EUGENE EVGENII EVGENI",
  "ALEKSANDR ALEXANDER ALEKSANDER OLEKSANDR ALIAKSANDR ALEXANDR",
  "DMITRIY DMITRY DMITRI DMITRIJ DIMITRI DIMITRY DMYTRO DZMITRY",
  "SERGEY SERGEI SERGUEI SERHIY SERHII SIARHEI",
  "YURIY YURI YURY YURII JURIJ IOURI",
] as const;

/** The representative of the word's spelling family; the word itself if it has none. */
export function familySpelling(word: string): string {
  return firstOfFamily.get(word) ?? word;
}

/** The representative of the family that the word is, or would be with one edit; undefined if there is none. */
export function nearestFamily(word: string): string | undefined {
  for (const key of [word, ...withoutOneLetter(word)]) {
    const member = nearMembers.get(key)?.find((spelling) => editDistance(word, spelling, 1) <= 1);
    if (member !== undefined) return familySpelling(member);
  }
  return undefined;
}

const firstOfFamily: ReadonlyMap<string, string> = new Map(
  spellingFamilies.flatMap((line) => {
    const [first = "", ...others] = line.split(" ");
    return others.map((spelling): [string, string] => [spelling, first]);
  }),
);

/** In shorter names, one edit makes another name. */
const minFamilyLetters = 6;

// Two words are one edit apart only if they have a key in common: the word itself, or without one of its letters.
const nearMembers: ReadonlyMap<string, readonly string[]> = collectMembers();

function collectMembers(): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>();
  for (const spelling of spellingFamilies.flatMap((line) => line.split(" "))) {
    if (spelling.length < minFamilyLetters) continue;
    for (const key of [spelling, ...withoutOneLetter(spelling)]) {
      const sharing = members.get(key);
      if (sharing === undefined) members.set(key, [spelling]);
      else sharing.push(spelling);
    }
  }
  return members;
}

function withoutOneLetter(word: string): readonly string[] {
  return Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}
