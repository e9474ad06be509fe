import { chapter, type PairChapter } from "./screening-pairs.ts";

/** The same name; must match. */
export const moreTrueMatches: readonly PairChapter[] = [
  chapter(
    "one letter wrong, at random",
    "individual",
    `
    1001: Dmitri Pavlovich Volkhonsky
    1002: Abd Al-Rahman Yuuf Al-Tarrazi
    1003: Joaquin Esteban Guzmaro Leldez
    1004: Hassan Muhammd Ali
    1005: Sean Paraig O'driskell
    1006: Pietgr Van Der Hulsten
    1007: Yong Rak Km
    1008: Georgios Ppadoglou
    1009: Joh Michael Smitherton
    1010: Ywuri Semyonovich Shcherbakovich
    1011: Ussein Qaddouri
    1012: Maria Isabetl De La Cruzeta
    1013: Mehmet Tekelloglu
    1014: Jose Luis Nunze Marroquin
    1015: Marlowgski
    1016: Ann Weisskopfer
    1017: Lukoasz Zywickowski
    1018: Guolnog Chen
    1019: Thomas Edvward Harrowgate
    1020: Mairo Martinov
    1021: Tunde Oyelaran-Basis
    1022: Rez Khorashani
    1023: Boyan Tsvekovski
    1024: Innocent Rusesagao
    1025: Eri Lindqvister
    1026: Paulo Duarte Foseca
    1027: Grace Mbkeiro
    1028: Mar Bin Khalid Al-Hakimi
    1029: Dragan Stjoankovic
    1030: Giulia Fergabosco
    `,
  ),
  chapter(
    "one letter wrong, at random",
    "business",
    `
    2001: Qasr Al-Nqor General Trading Llc
    2002: Bakn Of Zarvia
    2003: Mirzan Pertochemical Company
    2004: Ooo Romaskhovo Treyd
    2005: J.p. Harksness S.a. De C.v.
    2006: Brueau 4471
    2007: Northgate Orbital Systems Gmbeh
    2008: General Trading And Rtansport Company
    2010: Internatifonal Bank Of Norland
    2011: Coinwsah Collective
    2012: Smitheruon & Sons Limited
    2013: Green Crescentia Fwundation
    2014: Rsonavtekhtrans
    2015: Al-Fardani Exchnage
    2016: Trasnsportes Del Golfo Azul
    2017: Arkadian Shippnig Lines
    2018: Hephaestos Metallurgical Combie
    2019: Aearl Riverside Electronics Co., Ltd.
    2020: Soiiete Miniere Du Katunga Sarl
    2021: National Defewce Logistics
    2022: Verkhne-Zarvsk Shipysrd Pjsc
    2023: Plazurit 77
    2024: Golden Pagoda Holdigngs Pte. Ltd.
    2025: Darya Bancdar Marine
    2026: Empresa Cafetea Del Suroeste
    2027: Tamarind Aviation Ze
    `,
  ),
  chapter(
    "two letters wrong, at random",
    "individual",
    `
    1001: Dmitri Pavlovich Vlkshovsky
    1002: Abd Al-Rahman Yusuf Ac-Tarmazi
    1003: Joaquin Eseban Guzraro Ledez
    1004: Hassan Muhamad Ail
    1005: Sean Padrgai O'driskell
    1006: Pieter Van Der Huesteen
    1007: Yog Rak Kijm
    1008: Georgious Papadoolou
    1009: Ohn Michael Smithertn
    1010: Yuri Semymonoich Shcherbakovich
    1011: Hussein Qaddmoui
    1012: Maria Isabel Ed La Cruzetn
    1013: Ymehmet Tekeliolgu
    1014: Jose Jusi Nunez Marroquin
    1015: Mgrloski
    1016: Anna Aweisskjpfer
    1017: Lkasz Zywickowvski
    1018: Pguolqong Chen
    1019: Thoams Edward Harrowkgate
    1020: Mario Maritnoq
    1021: Tulde Yoelaran-Bassi
    1022: Reza Xkhorshani
    1023: Boyan Tskvtkovski
    1024: Inncenot Rusesagabo
    1025: Eorik Lidnqvister
    1026: Paulo Uarte Fhonseca
    1027: Grace Mbesio
    1028: Omar Bin Khalid Al-Hakmiti
    1029: Dragan Stojaknovci
    1030: Gilia Ferrakbosco
    `,
  ),
  chapter(
    "two letters wrong, at random",
    "business",
    `
    2001: Qasr Al-Nofor General Trding Llc
    2002: Brnk Of Zavia
    2003: Mirzan Petrochemcial Compayn
    2004: Ooo Romashvktovo Treyd
    2005: J.p. Ahrkdess S.a. De C.v.
    2006: Uburea 4471
    2007: Northgate Orbital Ssytems Jmbh
    2008: Genersl Tading And Transport Company
    2010: Internatioaql Bank Of Norland
    2011: Coinwash Cllectvie
    2012: Smitherton & Sons Iited
    2013: Green Crescentia Ofundaion
    2014: Ronavtekhrans
    2015: Al-Fardali Excbhange
    2016: Transportes Del Golfo Avzuml
    2017: Arkadian Shyping Lines
    2018: Hephaestvos Mtallurgical Combine
    2019: Pearl Riverside Electroinqs Co., Ltd.
    2020: Societe Bjiniere Du Katunga Sarl
    2021: Natiional Defence Logisfics
    2022: Verkhne-Zarvsk Shiyard Pjsxc
    2023: Luzrit 77
    2024: Golden Pagova Holdings Pte. Lgtd.
    2025: Darya Bandar Mrnie
    2026: Empesa Cafetira Del Suroeste
    2027: Tamarind Aviation Fze
    `,
  ),
  chapter(
    "misspellings of frequent names",
    "individual",
    `
    1011: Hussien Qaddouri
    1004: Hassan Mohmmed Ali
    1011: Huseein Qaddouri
    1011: Hussin Qaddouri
    1011: Hussian Qaddouri
    1011: Hosssein Qaddouri
    1004: Hassan Mohammd Ali
    1004: Hasan Muhamed Ali
    1004: Hassan Mohamad Ali
    1004: Hassen Mohamed Ali
    1009: John Micheal Smitherton
    1009: Jonh Michael Smitherton
    1014: Jose Luiz Nunez Marroquin
    1014: Hose Luis Nunez Marroquin
    1012: Maira Isabel de la Cruzeta
    1001: Dmirti Pavlovich Volkhovsky
    1001: Dimitry Volkhovsky
    1010: Yurri Shcherbakovich
    1002: Abdel Rahman Yusef Tarrazi
    1002: Abdulrahmn Tarrazi
    `,
  ),
  chapter(
    "pet names",
    "individual",
    `
    1019: Tom Harrowgate
    1019: Tommy Harrowgate
    1019: Tom E. Harrowgate
    1019: Thomas Ed Harrowgate
    1019: Thomas Ted Harrowgate
    1009: Jon Smitherton
    1009: Johnny Michael Smitherton
    1009: John Mike Smitherton
    1001: Dima Volkhovsky
    1001: Mitya Volkhovskiy
    1010: Yura Shcherbakovich
    1014: Pepe Luis Nunez Marroquin
    1003: Quino Guzmaro
    1008: Giorgos Papadoglou
    1025: Rick Lindqvister
    `,
  ),
  chapter(
    "initials",
    "individual",
    `
    1003: J. E. Guzmaro Ledez
    1012: M. Isabel de la Cruzeta
    1014: J. L. Nunez Marroquin
    1019: T. E. Harrowgate
    1026: P. Duarte Fonseca
    1010: Yuri S. Shcherbakovich
    1001: D. P. Volkhovsky
    `,
  ),
  chapter(
    "words merged or split",
    "individual",
    `
    1014: Joseluis Nunez Marroquin
    1014: Jose Luis Nunezmarroquin
    1021: Tunde Oyelaranbassi
    1006: Pieter Vanderhulsten
    1006: Pieter van derHulsten
    1007: Yongrak Kim
    1007: Kim Yong-Rak
    1018: Guo Long Chen
    1018: Chen Guo-Long
    1003: Joaquinesteban Guzmaro Ledez
    1012: Mariaisabel Delacruzeta
    1017: Lukasz Zywic Kowski
    1002: Abdalrahman Yusuf Altarrazi
    1028: Omar bin Khalid Alhakimi
    `,
  ),
  chapter(
    "words merged or split",
    "business",
    `
    2007: North Gate Orbital Systems
    2007: Northgateorbital Systems
    2011: Coin Wash Collective
    2019: Pearl River Side Electronics
    2014: Rosnav Tekhtrans
    2022: Verkhnezarvsk Shipyard
    2025: Daryabandar Marine
    2024: Goldenpagoda Holdings
    2015: Alfardani Exchange
    2009: Mirllc
    2003: JSC Mirzan Petro Chemical
    2026: Empresa Cafetera del Sur Oeste
    `,
  ),
  chapter(
    "transliterations in Latin letters",
    "individual",
    `
    1010: Jurij Schtscherbakowitsch
    1010: Iouri Chtcherbakovitch
    1010: Yury Szczerbakowicz
    1001: Dmitrij Volchovskij
    1001: Dimitri Wolchowski
    1001: Dmytro Volkhovskyi
    1023: Bojan Tsvetkovski
    1023: Boyan Zvetkovski
    1023: Boyan Tsvetkovsky
    1029: Dragan Stoyankovich
    1029: Dragan Stojankovitch
    1011: Husayn Kadduri
    1011: Hocine Kaddouri
    1002: Abdurrahman Youssef Tarrazi
    1002: Abdel Rahmane Youssef el Tarazi
    1028: Umar ibn Khaled al-Hakimy
    1028: Omer Khalid el Hakimi
    1018: Kuo-lung Chen
    1018: Guolong Chan
    1007: Yong Rak Gim
    1008: Yeoryios Papadoglou
    1008: Georgios Papadhoglou
    1013: Mehmed Tekelioglu
    1017: Lucas Zywickowski
    1022: Riza Khorashani
    1022: Rida Khorasani
    1024: Innocente Rusesagabo
    `,
  ),
  chapter(
    "other scripts",
    "individual",
    `
    1001: Дмитрий Павлович Волховский
    1001: ДМИТРО ВОЛХОВСЬКИЙ
    1010: Щербакович Юрий Семёнович
    1023: Боян Цветковски
    1029: Драган Стојанковић
    1020: Марио Мартинов
    1008: Γιώργος Παπαδόγλου
    1008: ΠΑΠΑΔΟΓΛΟΥ ΓΕΩΡΓΙΟΣ
    1004: حسن محمد علي
    1011: حسين قدوري
    1002: عبد الرحمن يوسف الطرازي
    1028: عمر بن خالد الحكيمي
    1022: رضا خراشاني
    1018: 陈国龙
    1018: 陳國龍
    `,
  ),
];
