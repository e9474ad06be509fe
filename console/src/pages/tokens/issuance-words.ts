import type { Token } from "./token.ts";

const titles: Readonly<Record<Token["status"], string>> = {
  pending: "is being issued",
  active: "is issued",
  failed: "could not be deployed on every chain",
};

export function issuanceTitle({ status, value_type }: Pick<Token, "status" | "value_type">): string {
  return `${value_type} ${titles[status]}`;
}

/** Issuance progress in one sentence, with the next step. */
export function issuanceSentence({ status, value_type, deployments }: Token): string {
  const done = deployments.filter((each) => each.status === "active").length;
  switch (status) {
    case "pending":
      return `${done} of ${deployments.length} chains deployed. You can leave this page; deployment continues.`;
    case "active":
      return `${value_type} is active on every chain.`;
    case "failed":
      return "Deployment failed on a chain. Retry it on the token page.";
  }
}
