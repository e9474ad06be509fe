import type { ResponseBody } from "../../api/client.ts";
import { chainNames } from "../../kit/transfer-type-words.ts";

export type Token = ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}">;
export type Deployment = Token["deployments"][number];
export type Freeze = ResponseBody<"/console/api/freezes">["freezes"][number];
export type Difference = NonNullable<
  ResponseBody<"/console/api/reconciliation">["last_run"]
>["differences"][number];

export type Chain = Deployment["transfer_type"];

/** Chains of this instance, in display order. */
export function tokenChains(): readonly Chain[] {
  return chainNames();
}

export const kindWords: Readonly<Record<Token["kind"], string>> = {
  fiat_backed: "Fiat-backed",
  attested: "Issuer-attested",
  third_party: "Third-party",
};
