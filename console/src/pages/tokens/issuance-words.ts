import type { Token } from "./token.ts";

const titles: Readonly<Record<Token["status"], string>> = {
  pending: "is being issued",
  active: "is issued",
  failed: "is not issued on every chain",
};

export function issuanceTitle({ status, value_type }: Pick<Token, "status" | "value_type">): string {
  return `${value_type} ${titles[status]}`;
}

/** How far the issuance is, and what comes next. */
export function issuanceSentence({ status, value_type, deployments }: Token): string {
  const done = deployments.filter((each) => each.status === "active").length;
  switch (status) {
    case "pending":
      return `${done} of ${deployments.length} chains are done. You may leave this page; it goes on by itself.`;
    case "active":
      return `${value_type} is active on every chain.`;
    case "failed":
      return "A chain has failed. On the page of the token it can be tried again.";
  }
}
