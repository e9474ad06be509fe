/**
 * Latin letters for Arabic and Chinese names: a reading, not the spelling. Arabic does not write short vowels, and a
 * Chinese character may have several readings. It finds names that reviewers should see; it never clears one, so check
 * with `hasUncertainReading`.
 */
export function romaniseScripts(text: string): string {
  if (!uncertain.test(text)) return text;
  return text.replaceAll(arabicWord, readArabic).replaceAll(/\p{Script=Han}/gu, readHan);
}

/** Whether the name has letters whose reading is not unique. */
export function hasUncertainReading(text: string): boolean {
  return uncertain.test(text);
}

const uncertain = /[\p{Script=Arabic}\p{Script=Han}]/u;

// Vowel signs belong to no script.
const arabicWord = /\p{Script=Arabic}[\p{Script=Arabic}\p{M}]*/gu;

/** Frequent names by their usual spelling; otherwise letter by letter, with the article as a word of its own. */
function readArabic(word: string): string {
  const plain = Array.from(word.normalize("NFKC"), (letter) => sameLetters.get(letter) ?? letter)
    .join("")
    .replaceAll(/[\p{M}ـ]/gu, "");
  const known = arabicNames.get(plain);
  if (known !== undefined) return known;
  const [, article = "", rest = plain] = /^(ال)(.{2,})$/u.exec(plain) ?? [];
  const prefix = article === "" ? "" : "AL ";
  return (
    prefix + (arabicNames.get(rest) ?? Array.from(rest, (letter) => arabicLetters.get(letter) ?? "").join(""))
  );
}

/** Each character is a word, because the letters of a name are compared whatever its word boundaries. */
function readHan(character: string): string {
  const reading = hanReadings.get(character);
  return reading === undefined ? character : ` ${reading} `;
}

function pairs(...lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines
      .flatMap((line) => line.split(" "))
      .map((pair): [string, string] => {
        const [written = "", read = ""] = pair.split("=");
        return [written, read];
      }),
  );
}

const sameLetters = pairs("أ=ا إ=ا آ=ا ٱ=ا ى=ي ی=ي ک=ك ة=ه ؤ=و ئ=ي ء=");

const arabicLetters = pairs(
  "ا=A ب=B ت=T ث=TH ج=J ح=H خ=KH د=D ذ=DH ر=R ز=Z س=S ش=SH ص=S ض=D ط=T ظ=Z ع=A غ=GH ف=F ق=Q ك=K ل=L م=M ن=N ه=H و=U ي=I",
  "پ=P چ=CH ژ=ZH گ=G ڤ=V ٹ=T ڈ=D ڑ=R ں=N ہ=H ھ=H ے=E",
);

const arabicNames = pairs(
  "محمد=MUHAMMAD احمد=AHMAD محمود=MAHMOUD علي=ALI حسن=HASAN حسين=HUSAYN عبدالله=ABDULLAH عبد=ABD الله=ALLAH ابراهيم=IBRAHIM",
  "يوسف=YUSUF عمر=OMAR عثمان=UTHMAN خالد=KHALID سعيد=SAID صالح=SALIH سالم=SALIM سليمان=SULAYMAN داود=DAWUD موسي=MUSA",
  "عيسي=ISA يحيي=YAHYA اسماعيل=ISMAIL اسامه=USAMA ايمن=AYMAN طارق=TARIQ وليد=WALID ناصر=NASIR فيصل=FAYSAL جمال=JAMAL كمال=KAMAL",
  "مصطفي=MUSTAFA مهدي=MAHDI رضا=REZA حميد=HAMID كريم=KARIM رشيد=RASHID رحمن=RAHMAN رحيم=RAHIM عزيز=AZIZ قاسم=QASIM شريف=SHARIF",
  "نور=NOOR بن=BIN ابن=IBN ابو=ABU ام=UMM بنت=BINT صدام=SADDAM بشار=BASHAR معمر=MUAMMAR قذافي=QADHAFI تكريتي=TIKRITI حكيمي=HAKIMI",
  "فاطمه=FATIMA مريم=MARYAM زينب=ZAYNAB عايشه=AISHA خديجه=KHADIJA ليلي=LAYLA جعفر=JAFAR عباس=ABBAS حيدر=HAYDAR كاظم=KAZIM",
  "سلطان=SULTAN منصور=MANSUR فهد=FAHD تركي=TURKI بندر=BANDAR نايف=NAYIF سعود=SAUD حمد=HAMAD زايد=ZAYID راشد=RASHID هاشم=HASHIM",
);

// The hundred most frequent family names, and characters of given names, in pinyin.
const hanReadings = pairs(
  "王=WANG 李=LI 张=ZHANG 張=ZHANG 刘=LIU 劉=LIU 陈=CHEN 陳=CHEN 杨=YANG 楊=YANG 黄=HUANG 黃=HUANG 赵=ZHAO 趙=ZHAO 吴=WU 吳=WU",
  "周=ZHOU 徐=XU 孙=SUN 孫=SUN 马=MA 馬=MA 朱=ZHU 胡=HU 郭=GUO 何=HE 林=LIN 罗=LUO 羅=LUO 高=GAO 郑=ZHENG 鄭=ZHENG 梁=LIANG 谢=XIE",
  "謝=XIE 宋=SONG 唐=TANG 许=XU 許=XU 邓=DENG 鄧=DENG 冯=FENG 馮=FENG 韩=HAN 韓=HAN 曹=CAO 曾=ZENG 彭=PENG 萧=XIAO 蕭=XIAO 肖=XIAO",
  "蔡=CAI 潘=PAN 田=TIAN 董=DONG 袁=YUAN 于=YU 余=YU 叶=YE 葉=YE 蒋=JIANG 蔣=JIANG 杜=DU 苏=SU 蘇=SU 魏=WEI 程=CHENG 吕=LU 呂=LU",
  "丁=DING 沈=SHEN 任=REN 姚=YAO 卢=LU 盧=LU 傅=FU 钟=ZHONG 鍾=ZHONG 姜=JIANG 崔=CUI 谭=TAN 譚=TAN 廖=LIAO 范=FAN 汪=WANG 陆=LU 陸=LU",
  "金=JIN 石=SHI 戴=DAI 贾=JIA 賈=JIA 韦=WEI 韋=WEI 夏=XIA 邱=QIU 方=FANG 侯=HOU 邹=ZOU 鄒=ZOU 熊=XIONG 孟=MENG 秦=QIN 白=BAI 江=JIANG",
  "国=GUO 國=GUO 龙=LONG 龍=LONG 伟=WEI 偉=WEI 芳=FANG 娜=NA 敏=MIN 静=JING 靜=JING 丽=LI 麗=LI 强=QIANG 強=QIANG 磊=LEI 军=JUN 軍=JUN",
  "洋=YANG 勇=YONG 艳=YAN 艷=YAN 杰=JIE 傑=JIE 娟=JUAN 涛=TAO 濤=TAO 明=MING 超=CHAO 秀=XIU 英=YING 华=HUA 華=HUA 慧=HUI 建=JIAN 文=WEN",
  "平=PING 志=ZHI 海=HAI 晓=XIAO 曉=XIAO 小=XIAO 玉=YU 春=CHUN 红=HONG 紅=HONG 梅=MEI 飞=FEI 飛=FEI 鹏=PENG 鵬=PENG 宇=YU 浩=HAO 波=BO",
  "辉=HUI 輝=HUI 刚=GANG 剛=GANG 俊=JUN 峰=FENG 斌=BIN 宏=HONG 永=YONG 东=DONG 東=DONG 新=XIN 中=ZHONG 大=DA 子=ZI 天=TIAN 一=YI 立=LI",
  "光=GUANG 成=CHENG 生=SHENG 德=DE 荣=RONG 榮=RONG 富=FU 贵=GUI 貴=GUI 福=FU 祥=XIANG 庆=QING 慶=QING 亮=LIANG 凯=KAI 凱=KAI 阳=YANG 陽=YANG",
);
