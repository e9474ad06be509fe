import type { SubjectKind } from "../src/accounts/screening/screening.ts";

/** A subject's name and the sanctions list entry that it is compared with. */
interface NamedPair {
  readonly kind: SubjectKind;
  readonly name: string;
  readonly uid: string;
}

export interface PairChapter {
  readonly title: string;
  readonly cases: readonly NamedPair[];
}

/** One pair per line: the entry, and the name. */
export function chapter(title: string, kind: SubjectKind, lines: string): PairChapter {
  const cases = lines
    .trim()
    .split("\n")
    .map((line): NamedPair => {
      const [uid = "", name = ""] = line.trim().split(": ", 2);
      return { kind, name, uid };
    });
  return { title, cases };
}
