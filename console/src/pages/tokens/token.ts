import type { Answered } from "../../api/client.ts";

export type Token = Answered<"/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}">;
export type Deployment = Token["deployments"][number];
export type Freeze = Answered<"/console/api/freezes">["freezes"][number];
export type Difference = NonNullable<
  Answered<"/console/api/reconciliation">["last_run"]
>["differences"][number];

/** The chains that a token can be on, in the order in which they are offered. */
export const chains = ["ethereum", "base", "solana", "stellar"] as const;
export type Chain = (typeof chains)[number];

export const chainWords: Readonly<Record<Chain, string>> = {
  ethereum: "Ethereum",
  base: "Base",
  solana: "Solana",
  stellar: "Stellar",
};

export const kindWords: Readonly<Record<Token["kind"], string>> = {
  fiat_backed: "Backed by dollars",
  attested: "Vouched for by its issuer",
  third_party: "Issued by somebody else",
};
