import type { ResponseBody } from "../../api/client.ts";

export type ClaimList = ResponseBody<"/console/api/claims">;
export type ShownClaim = ClaimList["claims"][number];
export type WholeClaim = ResponseBody<"/console/api/claims/{claim_id}">;

const ageLabels: Readonly<Record<ShownClaim["age"], string>> = {
  "0-7": "0–7 days",
  "8-30": "8–30 days",
  "31-60": "31–60 days",
  "60+": "More than 60 days",
};

export function ageWords(age: ShownClaim["age"]): string {
  return ageLabels[age];
}

/** How a pending request settles a claim: "write_off/treasury" is "a write-off from treasury". */
export function targetWords(target: string | null): string {
  const [way = "", ...rest] = (target ?? "").split("/");
  return way === "write_off"
    ? `a write-off from ${rest.join("/")}`
    : `a repayment, reference ${rest.join("/")}`;
}
