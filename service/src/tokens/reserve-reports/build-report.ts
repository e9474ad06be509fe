import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, type Money, usd } from "../../kernel/money.ts";
import { signJson } from "../../kernel/signed-json.ts";
import { pathOf } from "../../ledger/index.ts";
import { inTokenUnits } from "../reserves/read-reserves.ts";
import { assetOf } from "../token.ts";
import type { Month } from "./month.ts";
import type { ChainFacts, ReportFacts } from "./read-report-facts.ts";
import type { ReportedDifference, ReserveReport } from "./report.ts";

/** Position of a report in the chain of its token. */
export interface ReportPlace {
  readonly month: Month;
  readonly number: number;
  readonly previous: ReserveReport["previous"];
}

export function buildReport(seed: Buffer, facts: ReportFacts, place: ReportPlace): ReserveReport {
  const { network, valueType, name, currency } = facts.token;
  return signJson(seed, {
    format: "florin-reserve-report-1" as const,
    network,
    value_type: valueType,
    name,
    currency,
    ...place,
    as_of: formatInstant(facts.asOf),
    supply: supplyOf(facts),
    reserve: reserveOf(facts),
    differences: [
      ...facts.chains.flatMap((each) => chainDifference(facts, each)),
      ...reserveDifferences(facts),
    ],
  });
}

function supplyOf(facts: ReportFacts): ReserveReport["supply"] {
  const { chains, ledgerUnits } = facts;
  const amount = amountOf(facts);
  const sum = (units: readonly bigint[]): bigint => units.reduce((total, each) => total + each, 0n);
  const onChains = sum(chains.map((each) => each.ledgerUnits));
  return {
    chains: chains.map((each) => ({
      transfer_type: each.chain,
      contract_address: each.contract,
      block_height: each.block.height.toString(),
      block_hash: each.block.hash,
      chain_supply: amount(each.units),
      ledger_supply: amount(each.ledgerUnits),
      minting: amount(each.movements.incoming),
      burning: amount(each.movements.outgoing),
      difference: amount(each.units - each.ledgerUnits),
    })),
    chain_supply: amount(sum(chains.map(({ units }) => units))),
    in_transit: amount(ledgerUnits - onChains),
    ledger_supply: amount(ledgerUnits),
  };
}

function reserveOf(facts: ReportFacts): ReserveReport["reserve"] {
  const { token, reserve, claims, ledgerUnits } = facts;
  const amount = amountOf(facts);
  const net = netOf(facts);
  const account = pathOf({ kind: "reserve", owner: token.id, asset: usd });
  return {
    gross: formatAmount(reserve),
    composition: [
      { type: "cash_at_bank", ledger_account: account, amount: formatAmount(net) },
      { type: "claims", ledger_account: "receivable", amount: formatAmount(claims) },
    ],
    claims: formatAmount(claims),
    net: formatAmount(net),
    difference: amount(inTokenUnits(reserve) - ledgerUnits),
    difference_net: amount(inTokenUnits(net) - ledgerUnits),
  };
}

function netOf({ reserve, claims }: ReportFacts): Money {
  return { ...reserve, units: reserve.units - claims.units };
}

function chainDifference(
  facts: ReportFacts,
  { chain, units, ledgerUnits, comparison }: ChainFacts,
): readonly ReportedDifference[] {
  const difference = {
    subject: "chain_supply" as const,
    transfer_type: chain,
    amount: amountOf(facts)(units - ledgerUnits),
  };
  switch (comparison.outcome) {
    case "equal":
      return [];
    case "explained":
      return [{ ...difference, cause: "in_flight", is_explained: true }];
    case "different":
      return [{ ...difference, cause: comparison.cause, is_explained: false }];
    case "unverified":
      throw new Error("a chain that was not read has no place in a report");
  }
}

/** Supply and reserve are posted together, so only claims explain a difference. */
function reserveDifferences(facts: ReportFacts): readonly ReportedDifference[] {
  const { reserve, claims, ledgerUnits } = facts;
  const amount = amountOf(facts);
  const difference = { subject: "reserve" as const, transfer_type: null };
  const unexplained = inTokenUnits(reserve) - ledgerUnits;
  return [
    ...(claims.units === 0n
      ? []
      : [
          {
            ...difference,
            amount: amount(-inTokenUnits(claims)),
            cause: "claims" as const,
            is_explained: true,
          },
        ]),
    ...(unexplained === 0n
      ? []
      : [{ ...difference, amount: amount(unexplained), cause: "unknown" as const, is_explained: false }]),
  ];
}

function amountOf({ token }: ReportFacts): (units: bigint) => string {
  return (units) => formatAmount({ units, asset: assetOf(token) });
}
