import Type, { type Static } from "typebox";
import { ChainSchema } from "../addresses/index.ts";
import type { ChainWorkProgress } from "../chains/engine/chain-work.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import { FailureSchema, presentFailure } from "./failure-response.ts";
import { assetOf, type Deployment, type Token, tokenKinds, tokenScale, tokenStatuses } from "./token.ts";
import { valueTypePattern } from "./value-type.ts";

const DeploymentSchema = named(
  "TokenDeployment",
  Type.Object({
    transfer_type: ChainSchema,
    status: Type.Enum(["queued", "deploying", "active", "failed"], {
      description: "`active` once the transaction is final. A failed deployment can be retried.",
    }),
    contract_address: nullableString({
      description: "Contract, mint or asset in the format of the chain; null until active.",
    }),
    transaction_id: nullableString({
      description: "Deployment transaction; null until signed, and for third-party tokens.",
    }),
    supply: nullableString({
      description: "Minted minus burned, by the ledger; null for third-party tokens.",
    }),
    failure: Type.Union([Type.Null(), FailureSchema]),
  }),
);

export const TokenSchema = named(
  "Token",
  Type.Object(
    {
      id: IdSchema,
      value_type: Type.String({
        pattern: valueTypePattern,
        description: "Identifier of the token in requests.",
      }),
      name: Type.String(),
      symbol: Type.String({ description: "Symbol on the chains; equals the value type." }),
      currency: Type.String({ description: "Currency that one token represents." }),
      decimals: Type.Integer({ description: "Number of decimal places." }),
      kind: Type.Enum([...tokenKinds], {
        description:
          "`fiat_backed`: backed by money in reserve. `attested`: attested by its issuer. `third_party`: issued by a " +
          "third party.",
      }),
      issuer_account_id: nullableString({
        description: "Null for the platform's own token and for third-party tokens.",
      }),
      status: Type.Enum([...tokenStatuses], {
        description:
          "`pending` until every deployment is final, then `active` or `failed`. The token can be used on any " +
          "chain where it is active.",
      }),
      deployments: Type.Array(DeploymentSchema),
      created_at: DateTimeSchema,
      updated_at: DateTimeSchema,
    },
    { description: "A stablecoin." },
  ),
);

/** Related data of tokens. */
export interface TokenFacts {
  readonly progress: ReadonlyMap<string, ChainWorkProgress>;
  /** Minted units, by the ledger. */
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
