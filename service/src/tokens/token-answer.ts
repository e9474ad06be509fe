import Type, { type Static } from "typebox";
import { chainNames } from "../chains/chain-name.ts";
import type { ChainWorkProgress } from "../chains/work/chain-work.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import { FailureSchema, presentFailure } from "./failure-answer.ts";
import { assetOf, type Deployment, type Token, tokenKinds, tokenScale, tokenStatuses } from "./token.ts";
import { valueTypePattern } from "./value-type.ts";

const DeploymentSchema = named(
  "TokenDeployment",
  Type.Object({
    transfer_type: Type.Enum([...chainNames], { description: "The chain." }),
    status: Type.Enum(["queued", "deploying", "active", "failed"], {
      description: "`active` once the chain's finality is reached. A failed one can be tried again.",
    }),
    contract_address: nullableString({
      description: "The contract, the mint or the asset, in the chain's own way; null until it is active.",
    }),
    transaction_id: nullableString({
      description: "Of the transaction that deploys it; null before it is signed, or where others did it.",
    }),
    supply: nullableString({
      description: "How much was minted and not burned, by the ledger; null for a token of others.",
    }),
    failure: Type.Union([Type.Null(), FailureSchema]),
  }),
);

export const TokenSchema = named(
  "Token",
  Type.Object(
    {
      id: IdSchema,
      value_type: Type.String({ pattern: valueTypePattern, description: "Its name in requests." }),
      name: Type.String(),
      symbol: Type.String({ description: "Its name on the chains; the value type." }),
      currency: Type.String({ description: "What one token is worth one of." }),
      decimals: Type.Integer({ description: "How many decimals an amount may have." }),
      kind: Type.Enum([...tokenKinds], {
        description:
          "`fiat_backed`: money is held for every token. `attested`: its issuer vouches for it. `third_party`: somebody " +
          "else issues it.",
      }),
      issuer_account_id: nullableString({
        description: "Null for the platform's own token and for tokens of others.",
      }),
      status: Type.Enum([...tokenStatuses], {
        description:
          "`pending` until every chain has ended, then `active` or `failed`. What is active on a chain can be used there " +
          "whatever has become of the others.",
      }),
      deployments: Type.Array(DeploymentSchema),
      created_at: DateTimeSchema,
      updated_at: DateTimeSchema,
    },
    { description: "A kind of money that lives on chains." },
  ),
);

/** What is known of tokens besides themselves. */
export interface TokenFacts {
  readonly progress: ReadonlyMap<string, ChainWorkProgress>;
  /** Units that the ledger says were minted. */
  supplyOf(token: Token, deployment: Deployment): bigint;
}

export function presentToken(token: Token, facts: TokenFacts): Static<typeof TokenSchema> {
  return {
    id: token.id,
    value_type: token.valueType,
    name: token.name,
    symbol: token.valueType,
    currency: token.currency,
    decimals: token.scale,
    kind: token.kind,
    issuer_account_id: token.issuer?.accountId ?? null,
    status: token.status,
    deployments: token.deployments.map((deployment) => presentDeployment(token, deployment, facts)),
    created_at: formatInstant(token.createdAt),
    updated_at: formatInstant(token.updatedAt),
  };
}

function presentDeployment(
  token: Token,
  deployment: Deployment,
  { progress, supplyOf }: TokenFacts,
): Static<typeof DeploymentSchema> {
  const work = deployment.workId === undefined ? undefined : progress.get(deployment.workId);
  const supply = { units: supplyOf(token, deployment), asset: assetOf(token) };
  return {
    transfer_type: deployment.chain,
    status: deployment.status === "pending" ? shownState(work) : deployment.status,
    contract_address: deployment.status === "active" ? deployment.contract : null,
    transaction_id: work?.transactionId ?? null,
    supply: token.kind === "third_party" ? null : formatAmount(supply),
    failure: deployment.status === "failed" ? presentFailure(deployment.failure) : null,
  };
}

function shownState(work: ChainWorkProgress | undefined): "queued" | "deploying" {
  return work === undefined || work.state === "queued" ? "queued" : "deploying";
}

export const exampleToken: Static<typeof TokenSchema> = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  value_type: "ACMEUSD",
  name: "Acme Dollar",
  symbol: "ACMEUSD",
  currency: "USD",
  decimals: tokenScale,
  kind: "attested",
  issuer_account_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  status: "active",
  deployments: [
    {
      transfer_type: "base",
      status: "active",
      contract_address: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
      transaction_id: "0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b",
      supply: "1000.00",
      failure: null,
    },
  ],
  created_at: "2026-11-15T10:51:12.000Z",
  updated_at: "2026-11-15T10:51:19.000Z",
};
