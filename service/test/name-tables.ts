/** Frequent names by origin: facts from censuses and registries, for generated lists and for false positives. */

/** Given names of the United States, most frequent first, alternating between men's and women's. */
export const usGivenNames = names(
  "James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica",
  "Thomas Sarah Christopher Karen Charles Lisa Daniel Nancy Matthew Betty Anthony Sandra Mark Margaret Donald Ashley",
  "Steven Kimberly Andrew Emily Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa George Deborah",
  "Timothy Stephanie Ronald Dorothy Jason Rebecca Edward Sharon Jeffrey Laura Ryan Cynthia Jacob Amy Gary Kathleen",
  "Nicholas Angela Eric Shirley Jonathan Brenda Stephen Emma Larry Anna Justin Pamela Scott Nicole Brandon Samantha",
  "Benjamin Katherine Samuel Christine Gregory Helen Alexander Debra Patrick Rachel Frank Carolyn Raymond Janet Jack",
  "Maria Dennis Catherine Jerry Heather Tyler Diane Aaron Olivia Jose Julie Adam Joyce Nathan Victoria Henry Ruth",
  "Zachary Virginia Douglas Lauren Peter Kelly Kyle Christina Noah Joan Ethan Evelyn Jeremy Judith Walter Andrea",
  "Christian Hannah Keith Megan Roger Cheryl Terry Jacqueline Austin Martha Sean Madison Gerald Teresa Carl Gloria",
  "Harold Sara Dylan Janice Arthur Ann Lawrence Kathryn Jordan Abigail Jesse Sophia Bryan Frances Billy Jean Bruce",
  "Alice Gabriel Judy Joe Isabella Logan Julia Alan Grace Juan Amber Albert Denise Willie Danielle Elijah Marilyn",
  "Wayne Beverly Randy Charlotte Vincent Natalie Mason Theresa Roy Diana Ralph Brittany Bobby Doris Russell Kayla",
  "Bradley Alexis Philip Lori Eugene Marie",
);

/** Family names of the United States, most frequent first (Census 2010). */
export const usFamilyNames = names(
  "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson",
  "Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young",
  "Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter",
  "Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers",
  "Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez",
  "Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez",
  "Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Gonzales Fisher Vasquez Simmons Romero",
  "Jordan Patterson Alexander Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson",
  "Ellis Tran Medina Aguilar Stevens Murray Ford Castro Marshall Owens Harrison Fernandez Mcdonald Woods Washington",
  "Kennedy Wells Vargas Henry Chen Freeman Webb Tucker Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez",
  "Silva Shaw Snyder Mason Dixon Munoz Hunt Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox",
  "Warren Mills Meyer Rice Schmidt Garza Daniels Ferguson Nichols Stephens Soto Weaver Ryan Gardner Payne Grant Dunn",
  "Kelley Spencer Hawkins Arnold Pierce Hansen Peters Santos Hart Bradley Knight Elliott Cunningham Duncan Armstrong",
);

/** Names of one origin, with the ways in which they are combined. */
export interface Origin {
  /** Share of the individuals of a list, about as on OFAC's. */
  readonly share: number;
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** A second name: `given`, `family`, or the father's name with an ending. */
  readonly second: "given" | "family" | "patronymic";
  /** Before the family name, sometimes. */
  readonly particles: readonly string[];
}

export const origins: readonly Origin[] = [
  {
    share: 0.3,
    second: "given",
    particles: ["AL-", "EL-", "BIN ", "ABU "],
    given: names(
      "Mohammed Muhammad Ahmad Ahmed Ali Hassan Hussein Hasan Husayn Abdullah Ibrahim Khalid Omar Umar Yusuf Yousef",
      "Mahmoud Mustafa Salim Saleh Said Saeed Abd-al-Rahman Abdul-Aziz Abdelkader Jamal Kamal Tariq Walid Nasser Faysal",
      "Samir Bashar Majid Riyadh Taha Zayd Ayman Anwar Usama Hamid Rashid Karim Nabil Fuad Adil Imad Haytham Mazen Ghazi",
    ),
    family: names(
      "Hamdan Haddad Khalil Mansour Najjar Qasim Rahman Saadi Shami Tikriti Zarqawi Masri Iraqi Harbi Otaibi Shehri",
      "Ghamdi Zahrani Bakri Jabari Maliki Sudani Libi Yamani Turki Hashimi Dulaymi Ubaydi Barghuti Hijazi Makki Nasrallah",
      "Suleiman Habib Farhat Fadlallah Zayyat Awad Atwah Bazzi Hamadi Khatib Mughniyah Safi Shaykhlar Tajideen Yassin",
    ),
  },
  {
    share: 0.2,
    second: "patronymic",
    particles: [],
    given: names(
      "Aleksandr Sergei Vladimir Dmitri Andrei Aleksei Igor Yuri Viktor Mikhail Nikolai Oleg Evgeny Pavel Konstantin",
      "Anatoly Boris Gennady Valery Leonid Roman Denis Maksim Arkady Timur Vasily Ruslan Anton Kirill Elena Natalia Olga",
    ),
    family: names(
      "Ivanov Petrov Smirnov Kuznetsov Popov Volkov Sokolov Lebedev Kozlov Novikov Morozov Orlov Makarov Nikitin Zakharov",
      "Soloviev Belyaev Gromov Kiselev Medvedev Kovalchuk Rotenberg Timchenko Yakunin Sechin Patrushev Bortnikov Shuvalov",
      "Deripaska Vekselberg Usmanov Lukashenko Sheiman Bondarenko Shevchenko Tkachenko Kravchenko Melnichenko Zolotov",
    ),
  },
  {
    share: 0.22,
    second: "family",
    particles: ["DE ", "DE LA "],
    given: names(
      "Jose Juan Luis Carlos Jorge Miguel Jesus Francisco Pedro Manuel Rafael Fernando Ricardo Alberto Eduardo Hector",
      "Javier Joaquin Ramon Sergio Victor Raul Oscar Enrique Alfredo Diego Gilberto Ismael Maria Ana Claudia Sandra Rosa",
    ),
    family: names(
      "Garcia Rodriguez Hernandez Lopez Gonzalez Martinez Perez Sanchez Ramirez Torres Flores Rivera Gomez Diaz Cruz",
      "Guzman Zambada Arellano Felix Beltran Leyva Carrillo Fuentes Caro Quintero Coronel Villarreal Trevino Cardenas",
      "Guillen Ochoa Vasquez Castano Gil Mancuso Murillo Bejarano Restrepo Londono Orejuela Henao Montoya Cifuentes Villa",
      "Salazar Valencia Esparragoza Moreno Orozco Ibarra Maduro Cabello Padrino Saab Rincon",
    ),
  },
  {
    share: 0.14,
    second: "given",
    particles: [],
    given: names(
      "Mohammad Reza Hossein Ali Mehdi Hamid Saeed Majid Amir Mahmoud Gholam Mostafa Ahmad Masoud Behrouz Esmail Naser",
      "Davoud Kazem Bahram Farhad Iraj Javad Mojtaba Morteza Parviz Rostam Said Shahram Vahid Yadollah",
    ),
    family: names(
      "Soleimani Ahmadian Hosseini Rezaei Jafari Karimi Mohammadi Rahimi Salehi Vahidi Fakhrizadeh Ghaani Hajizadeh",
      "Khamenei Mousavi Naghdi Safavi Shamkhani Tangsiri Zahedi Najafi Baqeri Dehghan Ebrahimi Farzaneh Golparvar Moradi",
      "Nikbakht Parsa Qalibaf Rostami Sadeghi Taheri Zarif Abedini Bagheri Heidari",
    ),
  },
  {
    share: 0.14,
    second: "given",
    particles: [],
    given: names(
      "Wei Jun Guo Ming Hua Jian Xiao Yong Chol Song Kwang Myong Hyok Nam Il Un Hui Tae Sang Chun Ho Su Jin Hong Ping",
      "Zhen Tao Feng Bo Lei Gang Jie Lin Peng Qiang",
    ),
    family: names(
      "Kim Ri Pak Choe Chong Kang Cho Yun Chang Han O Sin Paek Hong Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu",
      "Sun Ma Zhu Hu Guo Lin He Gao Luo Zheng Liang Xie",
    ),
  },
];

/** Words of businesses that are not trade words. */
export const businessWords = names(
  "Aero Alpha Amber Arian Atlas Azadi Bahar Bandar Barzan Caspian Castle Cedar Coral Crescent Danube Delta Dragon Eagle",
  "Eastern Emerald Falcon Fajr Ghadir Golden Green Gulf Hormuz Horizon Imperial Iris Jupiter Kaveh Kish Kosar Lotus Lux",
  "Mahan Meridian Mersad Nasr Nile Noor Northern Oasis Orient Pacific Palm Pars Persia Phoenix Pioneer Polar Qeshm Rose",
  "Royal Sahara Sadaf Saman Samen Sapphire Shahid Silver Sina Southern Star Sunrise Tabriz Tara Tiger Titan Tosan Tulip",
  "Vega Victory Volga Western Yas Zagros Zenith Zephyr Rosoboron Tekhno Prom Energo Metall Promsyr Volgograd Ural Neva",
  "Agropecuaria Inmobiliaria Comercializadora Ganadera Constructora Distribuidora Hacienda Rancho Frigorifico Hoteles",
);

export const businessKinds = names(
  "Trading Shipping General Bank Petroleum Industries International Group Holding Investment Import Export Services",
  "Company Establishment Foundation Exchange Engineering Technology Logistics Aviation Marine Steel Energy Chemicals",
);

function names(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" "));
}
