import type { ResponseBody } from "../../api/client.ts";

export type Token = ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}">;
export type Deployment = Token["deployments"][number];
export type Freeze = ResponseBody<"/console/api/freezes">["freezes"][number];
export type Difference = NonNullable<
  ResponseBody<"/console/api/reconciliation">["last_run"]
>["differences"][number];

/** Supported chains, in display order. */
export const chains = ["ethereum", "base", "solana", "stellar"] as const;
export type Chain = (typeof chains)[number];

export const chainWords: Readonly<Record<Chain, string>> = {
  ethereum: "Ethereum",
  base: "Base",
  solana: "Solana",
  stellar: "Stellar",
};

export const kindWords: Readonly<Record<Token["kind"], string>> = {
  fiat_backed: "Fiat-backed",
  attested: "Issuer-attested",
  third_party: "Third-party",
};
