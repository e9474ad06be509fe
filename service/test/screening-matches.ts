import type { SubjectKind } from "../src/accounts/screening/screening.ts";

/** One row of the table of matches: who is screened, against which entry, and what must come of it. */
export interface MatchCase {
  readonly kind: SubjectKind;
  readonly name: string;
  readonly birthDate?: string;
  readonly uid: string;
}

export interface MatchChapter {
  readonly title: string;
  readonly cases: readonly MatchCase[];
}

const person = (name: string, uid: string, birthDate?: string): MatchCase => ({
  kind: "person",
  name,
  uid,
  ...(birthDate === undefined ? {} : { birthDate }),
});
const business = (name: string, uid: string): MatchCase => ({ kind: "business", name, uid });

/** They mean the same, and must be found. */
export const trueMatches: readonly MatchChapter[] = [
  {
    title: "as listed, in any order and case",
    cases: [
      person("Dmitri Pavlovich Volkhovsky", "1001"),
      person("VOLKHOVSKY, Dmitri Pavlovich", "1001"),
      person("Volkhovsky Pavlovich dmitri", "1001"),
      person("Guolong Chen", "1018"),
      person("Marlowski", "1015"),
    ],
  },
  {
    title: "accents, apostrophes, hyphens",
    cases: [
      person("José Luis Núñez-Marroquín", "1014"),
      person("Seán Pádraig O’Driskell", "1005"),
      person("Łukasz Żywićkowski", "1017"),
      person("Anna Weißkopfer", "1016"),
      person("Tunde Oyelaran Bassi", "1021"),
    ],
  },
  {
    title: "other scripts and transliterations",
    cases: [
      person("Дмитрий Волховский", "1001"),
      person("Юрий Щербакович", "1010"),
      person("Γεώργιος Παπαδόγλου", "1008"),
      person("Abdelrahman Yousef al Tarrazi", "1002"),
      person("Abd el-Rahman Tarazi", "1002"),
      person("Hossein Qadouri", "1011"),
      person("Yury Sherbakovich", "1010"),
      person("Dmitrij Wolchowskij", "1001"),
      business("ООО «Ромашково Трейд»", "2004"),
    ],
  },
  {
    title: "letters wrong",
    cases: [
      person("Joaquin Guzmaro Ledes", "1003"),
      person("Thomas Edward Harowgate", "1019"),
      person("Reza Khorashany", "1022"),
      person("Jhon Michael Smitherton", "1009"),
      person("Grace Mbekrio", "1027"),
      person("Ana Weisskopfer", "1016"),
      person("Tomas Harrowgait", "1019"),
      person("Gorgios Papadoglu", "1008"),
      person("Eric Lindkvister", "1025"),
      business("Mirzam Petrochemical", "2003"),
      business("Northgate Obrital Systems", "2007"),
    ],
  },
  {
    title: "names left out, added or shortened",
    cases: [
      person("John Smitherton", "1009"),
      person("J. Smitherton", "1009"),
      person("J. M. Smitherton", "1009"),
      person("Joaquin Guzmaro", "1003"),
      person("Pieter Jan van der Hulsten", "1006"),
      person("Dr. Thomas E. Harrowgate Jr.", "1019"),
      person("Reza Ali Khorashani", "1022"),
    ],
  },
  {
    title: "hidden behind further words",
    cases: [
      person("Joaquin Guzmaro Bartholomew Cornelius Montgomery", "1003"),
      person("Bartholomew Reza Cornelius Khorashani Montgomery", "1022", "1966-05-05"),
      person("Joaquin Guzmaro Bartholomew Cornelius Montgomery", "1003", "1954-12-25"),
      person("Dmitri Volkovsky Pavlovich Bartholomew Cornelius Montgomery", "1001", "1960-03-12"),
      business("Joaquin Guzmaro Bartholomew Cornelius Montgomery LLC", "1003"),
    ],
  },
  {
    title: "aliases and former names",
    cases: [
      person("John Hollowbrook", "1009"),
      person("Kwok Lung Chan", "1018"),
      person("El Tordo", "1003"),
      business("Noor Castle Trading", "2001"),
      business("Commercial Bank of Zarvia", "2002"),
      business("Mirzan Chemicals", "2003"),
    ],
  },
  {
    title: "legal forms, punctuation, divided words",
    cases: [
      business("Qasr al-Noor General Trading FZE", "2001"),
      business("QASR ALNOOR GENERAL TRADING", "2001"),
      business("JP Harkness, Inc.", "2005"),
      business("Smitherton and Sons LLC", "2012"),
      business("The Bank of Zarvia Ltd.", "2002"),
      business("Ros Navtekh Trans", "2014"),
      business("Zarvia Bank PJSC", "2002"),
      business("Mir L.L.C.", "2009"),
      business("Golden Pagoda", "2024"),
    ],
  },
  {
    title: "the birth date as a second factor",
    cases: [
      person("Dmitri Pavlovich Volkhovsky", "1001", "1960-03-12"),
      person("Dmitri Volkhovskaya", "1001", "1960-03-12"),
      person("Joaquin Guzmaro Ledes", "1003", "1954-12-25"),
      person("Yong Rak Kim", "1007", "1959-06-30"),
      person("Abdul Rahman Tarrazi", "1002", "1960-01-01"),
      person("John Michael Smitherton", "1009", "1971-02-03"),
      person("Anna Weisskopfer", "1016", "1961-01-20"),
      person("Muhammad Ali", "1004", "1971-05-05"),
    ],
  },
  {
    title: "businesses named after a person",
    cases: [
      business("Joaquin Guzmaro Imports LLC", "1003"),
      business("Thomas Edward Harrowgate Consulting", "1019"),
    ],
  },
];

/** They do not mean the same, and must not be found. */
export const falseMatches: readonly MatchChapter[] = [
  {
    title: "the same family name, another person",
    cases: [
      person("Peter Smitherton", "1009"),
      person("Smitherton", "1009"),
      person("Irina Volkhovskaya", "1001"),
      person("Elena Harrowgate", "1019"),
    ],
  },
  {
    title: "the same given names, another family",
    cases: [
      person("John Michael Anderson", "1009"),
      person("Joaquin Esteban Morales", "1003"),
      person("Maria Isabel Fernandez", "1012"),
      person("Muhammad Hassan Karimi", "1004"),
    ],
  },
  {
    title: "names that very many people have",
    cases: [
      person("Muhammad Ali", "1004"),
      person("Hassan Ali", "1004", "1990-01-01"),
      person("John Michael", "1009"),
      person("Jose Luis", "1014"),
    ],
  },
  {
    title: "near, but other names",
    cases: [
      person("Kim Yong Nam", "1007"),
      person("John Robert Smitherton", "1009"),
      person("Erika Lindgren", "1025"),
      person("Tordo", "1003"),
      person("Giulio Ferrari", "1030"),
    ],
  },
  {
    title: "another birth date",
    cases: [
      person("Joaquin Guzmaro Ledes", "1003", "1991-06-02"),
      person("John Smitherton", "1009", "1995-03-01"),
      person("Reza Khorashany", "1022", "1988-01-01"),
      person("Reza Khorashani Bartholomew Cornelius Montgomery", "1022", "1988-01-01"),
    ],
  },
  {
    title: "businesses with words of trade in common",
    cases: [
      business("Bank of Norland", "2002"),
      business("International Bank of Zarvia", "2010"),
      business("General Trading Company", "2008"),
      business("Northgate Dental Systems", "2007"),
      business("Arkadian Olive Oil", "2017"),
      business("Golden Gate Holdings", "2024"),
      business("Green Valley Foundation", "2013"),
      business("National Logistics", "2021"),
      business("Noor Trading", "2001"),
    ],
  },
  {
    title: "numbers and short names",
    cases: [
      business("Bureau 4417", "2006"),
      business("Lazurit 78", "2023"),
      business("Mir Travel", "2009"),
      business("Mia LLC", "2009"),
    ],
  },
  {
    title: "ships and aircraft, which open no accounts",
    cases: [business("Orient Starling", "3001"), business("Zarva Pride", "3002")],
  },
];

/** They do not mean the same, and are found all the same: the price of finding misspelt names. A person clears them. */
export const falseAlarms: readonly MatchChapter[] = [
  {
    title: "one name is the beginning of another",
    cases: [
      person("Omar Khalil Hakim", "1028"),
      person("Maria Martin", "1020"),
      business("Pearl River Electronics", "2019"),
    ],
  },
  { title: "near, but other names", cases: [person("Guoliang Cheng", "1018")] },
  { title: "the very same name, another person", cases: [person("Giulia Ferrabosco", "1030", "1955-04-04")] },
];

/** They mean the same, and are not found: the limits of comparing letters. */
export const knownMisses: readonly MatchChapter[] = [
  { title: "a pet name", cases: [person("Tom Harrowgate", "1019")] },
  { title: "a translation", cases: [business("Blue Gulf Transports", "2016")] },
  { title: "a far transliteration", cases: [person("Jurij Schtscherbakowitsch", "1010")] },
  { title: "errors in every word", cases: [person("Raza Horashni", "1022")] },
  {
    title: "hidden behind further words, and misspelt",
    cases: [person("Joaquim Guzmaro Bartholomew Cornelius Montgomery", "1003")],
  },
  {
    title: "a business hidden behind further words",
    cases: [business("Noor Castle Trading Bartholomew Cornelius Montgomery", "2001")],
  },
];
