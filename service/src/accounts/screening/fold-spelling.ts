/**
 * One spelling for letters that transliterations of Cyrillic, Arabic and Greek write in several ways: Shcherbakov is
 * Schtscherbakow in German and Chtcherbakov in French, Qadhdhafi is Qaddafi and Kadafi. Not a phonetic code: vowels stay,
 * and words of different sounds stay different.
 */
export function foldSpelling(word: string): string {
  let folded = word;
  for (const [pattern, written] of rules) folded = folded.replace(pattern, written);
  return folded;
}

// In this order: the longest spelling of a sound first.
const rules: readonly (readonly [RegExp, string])[] = [
  [/SCHTSCH|SHCH|CHTCH|SZCZ|STCH/g, "8"],
  [/TSCH|TCH|CZ/g, "CH"],
  [/SCH|SZ/g, "SH"],
  [/^(?:IOU|JU|IU|YOU)/, "YU"],
  [/^(?:IA|JA)/, "YA"],
  [/^(?:YE|JE|IE)/, "E"],
  [/(?:OFF|OW)$/, "OV"],
  [/(?:EFF|EW)$/, "EV"],
  [/(?:SKIJ|SKIY|SKII|SKYY|SKYI|SKY|SKI|SKYJ)$/, "SKI"],
  [/(?:IJ|IY|YI|II|YY|EY|EI|IE)$/, "I"],
  [/GH|KH|CK|Q/g, "K"],
  [/([DT])H/g, "$1"],
  [/PH/g, "F"],
  [/W/g, "V"],
  [/X/g, "KS"],
  [/OU|OO/g, "U"],
  [/EE/g, "I"],
  [/AI|AY|EI|EY/g, "AI"],
  [/Y|J/g, "I"],
  [/C(?=[AOUKLRT]|$)/g, "K"],
  [/(.)\1+/g, "$1"],
];
