import type { SubjectKind } from "../src/accounts/screening/screening.ts";
import { moreFalseAlarms, moreFalseMatches } from "./screening-false-matches.ts";
import { moreTrueMatches } from "./screening-true-matches.ts";

/** One row of the match table: a subject, a sanctions list entry, and the expected result. */
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

const individual = (name: string, uid: string, birthDate?: string): MatchCase => ({
  kind: "individual",
  name,
  uid,
  ...(birthDate === undefined ? {} : { birthDate }),
});
const business = (name: string, uid: string): MatchCase => ({ kind: "business", name, uid });

/** The same name; must match. */
export const trueMatches: readonly MatchChapter[] = [
  {
    title: "as on the list, in any order and case",
    cases: [
      individual("Dmitri Pavlovich Volkhovsky", "1001"),
      individual("VOLKHOVSKY, Dmitri Pavlovich", "1001"),
      individual("Volkhovsky Pavlovich dmitri", "1001"),
      individual("Guolong Chen", "1018"),
      individual("Marlowski", "1015"),
    ],
  },
  {
    title: "accents, apostrophes, hyphens",
    cases: [
      individual("José Luis Núñez-Marroquín", "1014"),
      individual("Seán Pádraig O’Driskell", "1005"),
      individual("Łukasz Żywićkowski", "1017"),
      individual("Anna Weißkopfer", "1016"),
      individual("Tunde Oyelaran Bassi", "1021"),
    ],
  },
  {
    title: "other scripts and transliterations",
    cases: [
      individual("Дмитрий Волховский", "1001"),
      individual("Юрий Щербакович", "1010"),
      individual("Γεώργιος Παπαδόγλου", "1008"),
      individual("Abdelrahman Yousef al Tarrazi", "1002"),
      individual("Abd el-Rahman Tarazi", "1002"),
      individual("Hossein Qadouri", "1011"),
      individual("Yury Sherbakovich", "1010"),
      individual("Dmitrij Wolchowskij", "1001"),
      business("ООО «Ромашково Трейд»", "2004"),
    ],
  },
  {
    title: "letters wrong",
    cases: [
      individual("Joaquin Guzmaro Ledes", "1003"),
      individual("Thomas Edward Harowgate", "1019"),
      individual("Reza Khorashany", "1022"),
      individual("Jhon Michael Smitherton", "1009"),
      individual("Grace Mbekrio", "1027"),
      individual("Ana Weisskopfer", "1016"),
      individual("Tomas Harrowgait", "1019"),
      individual("Gorgios Papadoglu", "1008"),
      individual("Eric Lindkvister", "1025"),
      business("Mirzam Petrochemical", "2003"),
      business("Northgate Obrital Systems", "2007"),
    ],
  },
  {
    title: "names left out, added or shortened",
    cases: [
      individual("John Smitherton", "1009"),
      individual("J. Smitherton", "1009"),
      individual("J. M. Smitherton", "1009"),
      individual("Joaquin Guzmaro", "1003"),
      individual("Pieter Jan van der Hulsten", "1006"),
      individual("Dr. Thomas E. Harrowgate Jr.", "1019"),
      individual("Reza Ali Khorashani", "1022"),
    ],
  },
  {
    title: "hidden behind further words",
    cases: [
      individual("Joaquin Guzmaro Bartholomew Cornelius Montgomery", "1003"),
      individual("Bartholomew Reza Cornelius Khorashani Montgomery", "1022", "1966-05-05"),
      individual("Joaquin Guzmaro Bartholomew Cornelius Montgomery", "1003", "1954-12-25"),
      individual("Dmitri Volkovsky Pavlovich Bartholomew Cornelius Montgomery", "1001", "1960-03-12"),
      business("Joaquin Guzmaro Bartholomew Cornelius Montgomery LLC", "1003"),
    ],
  },
  {
    title: "aliases and former names",
    cases: [
      individual("John Hollowbrook", "1009"),
      individual("Kwok Lung Chan", "1018"),
      individual("El Tordo", "1003"),
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
      individual("Dmitri Pavlovich Volkhovsky", "1001", "1960-03-12"),
      individual("Dmitri Volkhovskaya", "1001", "1960-03-12"),
      individual("Joaquin Guzmaro Ledes", "1003", "1954-12-25"),
      individual("Yong Rak Kim", "1007", "1959-06-30"),
      individual("Abdul Rahman Tarrazi", "1002", "1960-01-01"),
      individual("John Michael Smitherton", "1009", "1971-02-03"),
      individual("Anna Weisskopfer", "1016", "1961-01-20"),
      individual("Muhammad Ali", "1004", "1971-05-05"),
    ],
  },
  {
    title: "businesses named after an individual",
    cases: [
      business("Joaquin Guzmaro Imports LLC", "1003"),
      business("Thomas Edward Harrowgate Consulting", "1019"),
    ],
  },
  ...moreTrueMatches,
];

/** Another name; must not match. */
export const falseMatches: readonly MatchChapter[] = [
  {
    title: "the same family name, another individual",
    cases: [
      individual("Peter Smitherton", "1009"),
      individual("Smitherton", "1009"),
      individual("Irina Volkhovskaya", "1001"),
      individual("Elena Harrowgate", "1019"),
    ],
  },
  {
    title: "the same given names, another family",
    cases: [
      individual("John Michael Anderson", "1009"),
      individual("Joaquin Esteban Morales", "1003"),
      individual("Maria Isabel Fernandez", "1012"),
      individual("Muhammad Hassan Karimi", "1004"),
    ],
  },
  {
    title: "very common names",
    cases: [
      individual("Muhammad Ali", "1004"),
      individual("Hassan Ali", "1004", "1990-01-01"),
      individual("John Michael", "1009"),
      individual("Jose Luis", "1014"),
    ],
  },
  {
    title: "near, but other names",
    cases: [
      individual("Thomas Robert Harrowgate", "1019"),
      individual("Erika Lindgren", "1025"),
      individual("Tordo", "1003"),
      individual("Giulio Ferrari", "1030"),
    ],
  },
  {
    title: "another birth date",
    cases: [
      individual("Joaquin Guzmaro Ledes", "1003", "1991-06-02"),
      individual("John Smitherton", "1009", "1995-03-01"),
      individual("Reza Khorashany", "1022", "1988-01-01"),
      individual("Reza Khorashani Bartholomew Cornelius Montgomery", "1022", "1988-01-01"),
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
  ...moreFalseMatches,
];

/** Another name that matches anyway: the price of matching misspelled names. A reviewer clears them. */
export const falseAlarms: readonly MatchChapter[] = [
  {
    title: "one name is the beginning of another",
    cases: [
      individual("Omar Khalil Hakim", "1028"),
      individual("Maria Martin", "1020"),
      business("Pearl River Electronics", "2019"),
    ],
  },
  {
    title: "near, but other names",
    cases: [individual("Guoliang Cheng", "1018"), individual("Kim Yong Nam", "1007")],
  },
  { title: "a pet name of two names", cases: [individual("John Robert Smitherton", "1009")] },
  {
    title: "the very same name, another individual",
    cases: [individual("Giulia Ferrabosco", "1030", "1955-04-04")],
  },
  ...moreFalseAlarms,
];

/** The same name that does not match: the limits of comparing letters. */
export const knownMisses: readonly MatchChapter[] = [
  { title: "a translation", cases: [business("Blue Gulf Transports", "2016")] },
  {
    title: "an edit in a short name",
    cases: [business("Mri LLC", "2009"), individual("Yong Kar Kim", "1007")],
  },
  { title: "errors in every word", cases: [individual("Raza Horashni", "1022")] },
  {
    title: "hidden behind further words, and misspelt",
    cases: [individual("Joaquim Guzmaro Bartholomew Cornelius Montgomery", "1003")],
  },
  {
    title: "a business hidden behind further words",
    cases: [business("Noor Castle Trading Bartholomew Cornelius Montgomery", "2001")],
  },
];
