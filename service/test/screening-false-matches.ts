import { chapter, type PairChapter } from "./screening-pairs.ts";

/** Another name; must not match. */
export const moreFalseMatches: readonly PairChapter[] = [
  chapter(
    "common names",
    "individual",
    `
    1009: Michael Johnson
    1009: James Miller
    1019: Thomas Wright
    1019: Thomas Edward Harris
    1016: Anna Fischer
    1016: Hannah White
    1027: Grace Miller
    1027: Grace Kelly
    1012: Maria Cruz
    1012: Maria Isabel Lopez
    1014: Luis Martinez
    1014: Jose Luis Rodriguez
    1003: Joaquin Garcia
    1003: Esteban Gonzalez
    1020: Marco Rossi
    1018: David Chen
    1018: Chen Wei
    1007: Kim Lee
    1007: Daniel Kim
    1005: Sean Murphy
    1005: Patrick O'Connor
    1025: Erik Larsson
    1025: Eric Lind
    1026: Paulo Fonseca Lima
    1030: Julia Ferrara
    1030: Giulia Rossi
    1017: Lukas Kowalski
    1006: Pieter van der Berg
    1021: Tunde Adebayo
    1024: Innocent Kagame
    1013: Mehmet Yilmaz
    1029: Dragan Petrovic
    1023: Boyan Ivanov
    1022: Reza Hosseini
    1022: Reza Karimi
    1028: Omar Hassan
    1011: Hussein Ali
    1011: Hussein Hassan
    1002: Yusuf Rahman
    1002: Abdul Rahman
    1001: Dmitri Ivanov
    1010: Yuri Gagarin
    1008: Georgios Pappas
    `,
  ),
  chapter(
    "other businesses",
    "business",
    `
    2001: Noor Trading Company
    2002: Bank of America
    2002: Bank of Austria
    2003: Petrochemical Company
    2004: Roman Trade
    2005: Harper & Co.
    2006: Bureau 42
    2007: Northgate Bank
    2007: Orbital Systems
    2008: General Transport Company
    2010: International Bank of Commerce
    2013: Green Foundation
    2016: Transportes del Sur
    2017: Acadian Shipping
    2019: Pearl Electronics
    2020: Societe Generale
    2021: National Logistics Company
    2022: Zarva Shipping
    2024: Golden Dragon Holdings
    2025: Marina Bay Marine
    2026: Empresa del Norte
    2027: Tamarack Aviation
    `,
  ),
];

/** Parts of a name, and beginnings of its words; must be reviewed, and are other names. */
export const moreFalseAlarms: readonly PairChapter[] = [
  chapter(
    "parts of a name, or beginnings of its words",
    "individual",
    `
    1009: John Smith
    1009: John Michael Smith
    1019: Edward Thomas
    1016: Anna Weiss
    1012: Isabel Cruz
    1014: Jose Nunez
    1020: Mario Martinez
    1026: Paul Duarte
    1006: Peter Hulse
    1028: Khalid Omar
    1001: Dmitri Pavlov
    1010: Yuri Semyonov
    1015: Marlow
    `,
  ),
  chapter(
    "parts of a name, or beginnings of its words",
    "business",
    `
    2011: Coin Collective
    2012: Smith & Sons Limited
    2015: Farhan Exchange
    `,
  ),
];
