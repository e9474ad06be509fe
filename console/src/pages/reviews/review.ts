import { type Answered, get } from "../../api/client.ts";

export type Review = Answered<"/console/api/reviews/{account_id}">;
export type Person = Review["profile"]["people"][number];
export type Screening = Review["screenings"][number];
export type Hit = Screening["hits"][number];
export type ReviewDocument = Review["documents"][number];
export type Requirement = Review["requirements"][number];
export type Decision = Review["decisions"][number];

export function reviewQuery(accountId: string) {
  return {
    queryKey: ["reviews", "one", accountId],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      get("/console/api/reviews/{account_id}", { params: { path: { account_id: accountId } }, signal }),
  };
}

/** Who is meant by a label, in words: "Owner 1", "Business". */
export function labelWords(label: string): string {
  const text = label.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The hits with whom they are about; a name that several lists held is shown once, as the newest of them had it. */
export function hitsOf(screenings: readonly Screening[]): readonly SubjectHit[] {
  const all = screenings.flatMap((screening) => screening.hits.map((hit) => ({ screening, hit })));
  const keys = all.map(({ screening, hit }) => `${screening.subject} ${hit.uid} ${hit.listed_name}`);
  return all.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

export interface SubjectHit {
  readonly screening: Screening;
  readonly hit: Hit;
}
