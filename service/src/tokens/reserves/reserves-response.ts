import Type, { type Static } from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { formatAmount, type Money } from "../../kernel/money.ts";
import { assetOf, tokenKinds } from "../token.ts";
import type { ChainSupply } from "./chain-supply.ts";
import { type DeploymentReserves, inTokenUnits, type Reserves } from "./read-reserves.ts";

const DeploymentReservesSchema = named(
  "DeploymentReserves",
  Type.Object({
    transfer_type: ChainSchema,
    contract_address: Type.String(),
    chain_supply: nullableString({
      description: "Supply reported by the chain; null if it was unreachable.",
    }),
    chain_error: nullableString({ description: "Reason why `chain_supply` is null." }),
    ledger_supply: nullableString({
      description:
        "Supply in the ledger, excluding tokens in transit from another chain; null for third-party tokens.",
    }),
    minting: Type.String({
      description: "Mints in flight, which may be on the chain but not in the ledger yet.",
    }),
    burning: Type.String({
      description: "Burns in flight, which may be on the chain but not in the ledger yet.",
    }),
    difference: nullableString({
      description:
        "Chain supply minus ledger supply. Between `-burning` and `minting` if everything reconciles.",
    }),
    as_of: DateTimeSchema,
  }),
);

function amountOrNull(description: string) {
  const amount = Type.Object({ value: Type.String(), currency: Type.String() });
  return Type.Union([Type.Null(), amount], {
    description: `${description} Null for attested and third-party tokens.`,
  });
}

export const ReservesSchema = named(
  "Reserves",
  Type.Object(
    {
      value_type: Type.String(),
      kind: Type.Enum([...tokenKinds]),
      currency: Type.String(),
      deployments: Type.Array(DeploymentReservesSchema),
      chain_supply: nullableString({ description: "Total across chains; null if a chain was unreachable." }),
      ledger_supply: nullableString({
        description: "Total including tokens in transit between chains; null for third-party tokens.",
      }),
      reserve: Type.Union([Type.Null(), Type.Object({ value: Type.String(), currency: Type.String() })], {
        description: "Money held in reserve; null for attested and third-party tokens.",
      }),
      difference: nullableString({
        description: "Reserve minus ledger supply: positive is a surplus, negative a shortfall.",
      }),
      reserve_gross: amountOrNull("The same as `reserve`."),
      claims: amountOrNull(
        "Part of the reserve that accounts owe, because a debit was returned after its tokens were minted.",
      ),
      reserve_net: amountOrNull("Reserve minus claims: the money that is there."),
      difference_net: nullableString({
        description: "Reserve minus claims minus ledger supply: negative while claims are open.",
      }),
      as_of: DateTimeSchema,
    },
    { description: "Chain supply, ledger supply and reserve of a token." },
  ),
);

export function presentReserves(reserves: Reserves, now: Instant): Static<typeof ReservesSchema> {
  const { token, deployments, reserve, claims, ledgerUnits } = reserves;
  const amount = (units: bigint): string => formatAmount({ units, asset: assetOf(token) });
  const isBacked = reserve !== undefined && ledgerUnits !== undefined;
  const net =
    reserve === undefined ? undefined : { ...reserve, units: reserve.units - (claims?.units ?? 0n) };
  const chainUnits = totalOf(deployments.map(({ chainSupply }) => chainSupply));
  return {
    value_type: token.valueType,
    kind: token.kind,
    currency: token.currency,
    deployments: deployments.map((each) => presentDeployment(each, amount)),
    chain_supply: chainUnits === undefined ? null : amount(chainUnits),
    ledger_supply: ledgerUnits === undefined ? null : amount(ledgerUnits),
    reserve: presentMoney(reserve),
    difference: isBacked ? amount(inTokenUnits(reserve) - ledgerUnits) : null,
    reserve_gross: presentMoney(reserve),
    claims: presentMoney(claims),
    reserve_net: presentMoney(net),
    difference_net: isBacked && net !== undefined ? amount(inTokenUnits(net) - ledgerUnits) : null,
    as_of: formatInstant(now),
  };
}

function presentMoney(money: Money | undefined) {
  return money === undefined ? null : { value: formatAmount(money), currency: money.asset.code };
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
  unavailable: "no node of this chain is reachable",
  timeout: "the chain did not respond in time",
  disagreement: "the nodes of this chain disagree",
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
  reserve_gross: { value: "1000.00", currency: "USD" },
  claims: { value: "40.00", currency: "USD" },
  reserve_net: { value: "960.00", currency: "USD" },
  difference_net: "-40.00",
  as_of: "2026-11-15T10:51:12.000Z",
};
