import Type, { type Static } from "typebox";
import { chainNames } from "../../chains/chain-name.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { assetOf, tokenKinds } from "../token.ts";
import type { ChainSupply } from "./chain-supply.ts";
import { type DeploymentReserves, inTokenUnits, type Reserves } from "./read-reserves.ts";

const DeploymentReservesSchema = named(
  "DeploymentReserves",
  Type.Object({
    transfer_type: Type.Enum([...chainNames], { description: "The chain." }),
    contract_address: Type.String(),
    chain_supply: nullableString({ description: "As the chain says; null when it could not be asked." }),
    chain_error: nullableString({ description: "Why the chain's supply is null." }),
    ledger_supply: nullableString({
      description:
        "As the ledger says, without what is still to arrive from another chain; null for a token of others.",
    }),
    minting: Type.String({ description: "Under way: the chain may have it already, the ledger not yet." }),
    burning: Type.String({ description: "Under way, as above." }),
    difference: nullableString({
      description:
        "The chain's supply less the ledger's. It is between `-burning` and `minting` when all is well.",
    }),
    as_of: DateTimeSchema,
  }),
);

export const ReservesSchema = named(
  "Reserves",
  Type.Object(
    {
      value_type: Type.String(),
      kind: Type.Enum([...tokenKinds]),
      currency: Type.String(),
      deployments: Type.Array(DeploymentReservesSchema),
      chain_supply: nullableString({ description: "Over all chains; null when one could not be asked." }),
      ledger_supply: nullableString({
        description: "Over all chains and between them; null for a token of others.",
      }),
      reserve: Type.Union([Type.Null(), Type.Object({ value: Type.String(), currency: Type.String() })], {
        description: "The money held; null where the issuer vouches for the token, or somebody else does.",
      }),
      difference: nullableString({
        description: "The reserve less the ledger's supply: money too much, or with a minus too little.",
      }),
      as_of: DateTimeSchema,
    },
    { description: "What the chains, the ledger and the reserve say of a token, side by side." },
  ),
);

export function presentReserves(reserves: Reserves, now: Instant): Static<typeof ReservesSchema> {
  const { token, deployments, reserve, ledgerUnits } = reserves;
  const amount = (units: bigint): string => formatAmount({ units, asset: assetOf(token) });
  const isBacked = reserve !== undefined && ledgerUnits !== undefined;
  const chainUnits = totalOf(deployments.map(({ chainSupply }) => chainSupply));
  return {
    value_type: token.valueType,
    kind: token.kind,
    currency: token.currency,
    deployments: deployments.map((each) => presentDeployment(each, amount)),
    chain_supply: chainUnits === undefined ? null : amount(chainUnits),
    ledger_supply: ledgerUnits === undefined ? null : amount(ledgerUnits),
    reserve: reserve === undefined ? null : { value: formatAmount(reserve), currency: reserve.asset.code },
    difference: isBacked ? amount(inTokenUnits(reserve) - ledgerUnits) : null,
    as_of: formatInstant(now),
  };
}

function presentDeployment(
  { chain, contract, chainSupply, ledgerUnits, movements }: DeploymentReserves,
  amount: (units: bigint) => string,
): Static<typeof DeploymentReservesSchema> {
  const isComparable = chainSupply.ok && ledgerUnits !== undefined;
  return {
    transfer_type: chain,
    contract_address: contract,
    chain_supply: chainSupply.ok ? amount(chainSupply.units) : null,
    chain_error: chainSupply.ok ? null : errors[chainSupply.reason],
    ledger_supply: ledgerUnits === undefined ? null : amount(ledgerUnits),
    minting: amount(movements.incoming),
    burning: amount(movements.outgoing),
    difference: isComparable ? amount(chainSupply.units - ledgerUnits) : null,
    as_of: formatInstant(chainSupply.asOf),
  };
}

const errors: Readonly<Record<Extract<ChainSupply, { ok: false }>["reason"], string>> = {
  unavailable: "no node of this chain could be asked",
  timeout: "the chain did not answer in time",
  disagreement: "the nodes of this chain tell different histories",
};

function totalOf(supplies: readonly ChainSupply[]): bigint | undefined {
  let total = 0n;
  for (const supply of supplies) {
    if (!supply.ok) return undefined;
    total += supply.units;
  }
  return total;
}

export const exampleReserves: Static<typeof ReservesSchema> = {
  value_type: "FUSD",
  kind: "fiat_backed",
  currency: "USD",
  deployments: [
    {
      transfer_type: "base",
      contract_address: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
      chain_supply: "1000.00",
      chain_error: null,
      ledger_supply: "1000.00",
      minting: "0.00",
      burning: "0.00",
      difference: "0.00",
      as_of: "2026-11-15T10:51:12.000Z",
    },
  ],
  chain_supply: "1000.00",
  ledger_supply: "1000.00",
  reserve: { value: "1000.00", currency: "USD" },
  difference: "0.00",
  as_of: "2026-11-15T10:51:12.000Z",
};
