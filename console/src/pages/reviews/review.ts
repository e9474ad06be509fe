import { get, type ResponseBody } from "../../api/client.ts";

export type Review = ResponseBody<"/console/api/reviews/{account_id}">;
export type Individual = Review["profile"]["individuals"][number];
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

/** Display name of a subject label: "Owner 1", "Business". */
export function labelWords(label: string): string {
  const text = label.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Hits with their screenings. A name found in several list versions is returned once, as in the newest. */
export function hitsOf(screenings: readonly Screening[]): readonly SubjectHit[] {
  const all = screenings.flatMap((screening) => screening.hits.map((hit) => ({ screening, hit })));
  const keys = all.map(({ screening, hit }) => `${screening.subject} ${hit.uid} ${hit.sanctioned_name}`);
  return all.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

export interface SubjectHit {
  readonly screening: Screening;
  readonly hit: Hit;
}
