import type { ChainName } from "../chains/chain-name.ts";
import type { Database } from "../db/database.ts";
import type { Network } from "../kernel/id.ts";
import { addMs, type Clock, type Instant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import { isRefusal, type Refusal, RefusalError } from "../kernel/refusal.ts";
import type { RailTimes } from "../rails/bank.ts";
import type { BankRail } from "../rails/rail.ts";
import { tokenScale } from "../tokens/index.ts";
import { refuseUncovered } from "./cover.ts";
import type { Asked } from "./facts.ts";
import { refuseBeyondLimits } from "./limits/refuse-beyond-limits.ts";
import { type LoadFactsDeps, loadFacts } from "./load-facts.ts";
import { planTransfer, wholeCents } from "./plan.ts";
import type { SupportedRoute } from "./supported-routes.ts";
import { deliveredUnits, type Transfer, type TransferId } from "./transfer.ts";
import { amountOf } from "./transfer-news.ts";
import { wayOf } from "./transfer-request.ts";

export interface QuoteTransferDeps extends LoadFactsDeps {
  readonly clock: Clock;
  /** What becomes of an entry that is handed to the bank now. */
  readonly railTimes: (network: Network, rail: BankRail) => Promise<RailTimes>;
}

export interface Quote {
  readonly route: SupportedRoute;
  readonly amount: { readonly value: string; readonly currency: string };
  readonly delivered: { readonly value: string; readonly currency: string };
  readonly feeCents: bigint;
  readonly completeAt: Instant;
  readonly cutoffAt: Instant | undefined;
  readonly steps: readonly QuoteStep[];
  readonly blockers: readonly Refusal[];
}

export interface QuoteStep {
  readonly step: "await_wire" | "debit" | "burn" | "take" | "transfer" | "mint" | "give" | "pay_out";
  readonly transferType: string;
  readonly description: string;
}

/** Until a chain's word is final, roughly. */
const chainSeconds: Readonly<Record<ChainName, number>> = {
  ethereum: 900,
  base: 1_200,
  solana: 15,
  stellar: 10,
};

/** What a transfer would be. What can never be is refused; what only cannot be now is a blocker. */
export async function quoteTransfer(
  deps: QuoteTransferDeps,
  database: Database,
  asked: Asked,
): Promise<Quote> {
  const now = deps.clock.now();
  const { plan, blockers } = await database.transaction(async (tx) => {
    const factsOf = await loadFacts(deps, tx, asked.tenantId, [asked]);
    const fresh = { id: unnamed, now, expiresAt: now };
    const planned = planTransfer(factsOf(asked), asked, fresh);
    if (isRefusal(planned)) throw new RefusalError(planned);
    const { network, accountId, units, source, destination } = planned;
    const transferTypes = [wayOf(source), wayOf(destination)];
    const candidate = {
      network,
      accountId,
      transferTypes,
      cents: wholeCents(units),
      pointer: "/amount/value",
    };
    const limited = await refuseBeyondLimits(tx, asked.tenantId, [candidate], now);
    const [covered] = await refuseUncovered(tx, asked.tenantId, [planned]);
    return { plan: planned, blockers: [...limited, covered].filter(isRefusal) };
  });
  return { ...describe(plan), ...(await timesOf(deps, plan, now)), blockers };
}

const unnamed = "" as TransferId;

function describe(plan: Transfer): Pick<Quote, "route" | "amount" | "delivered" | "feeCents" | "steps"> {
  const { flow, source, destination, currency, feeCents } = plan;
  const asset = { code: currency, scale: tokenScale };
  return {
    route: {
      flow,
      source: {
        value_type: codeOf(source),
        transfer_type: source.medium === "bank" ? source.rail : source.chain,
      },
      destination: {
        value_type: codeOf(destination),
        transfer_type: destination.medium === "bank" ? destination.rail : destination.chain,
      },
    },
    amount: amountOf(plan),
    delivered: { value: formatAmount({ units: deliveredUnits(plan), asset }), currency },
    feeCents,
    steps: stepsOf(plan),
  };
}

function codeOf(end: Transfer["source"] | Transfer["destination"]): string {
  return end.medium === "bank" ? "USD" : end.token.valueType;
}

function stepsOf({ flow, source, destination }: Transfer): readonly QuoteStep[] {
  if (flow === "payout" && source.medium === "chain")
    return [
      {
        step: "transfer",
        transferType: source.chain,
        description: `The tokens are sent on ${source.chain}.`,
      },
    ];
  return [sourceStep(source), destinationStep(destination)];
}

function sourceStep(source: Transfer["source"]): QuoteStep {
  if (source.medium === "bank") {
    return source.rail === "wire"
      ? { step: "await_wire", transferType: "wire", description: "A wire to the instructions is waited for." }
      : {
          step: "debit",
          transferType: source.rail,
          description: `The bank pulls the money by ${source.rail}.`,
        };
  }
  const { chain, token } = source;
  return token.origin === "own"
    ? { step: "burn", transferType: chain, description: `The tokens are burned on ${chain}.` }
    : { step: "take", transferType: chain, description: `The treasury takes the tokens on ${chain}.` };
}

function destinationStep(destination: Transfer["destination"]): QuoteStep {
  if (destination.medium === "bank") {
    const { rail } = destination;
    return { step: "pay_out", transferType: rail, description: `The bank pays by ${rail}.` };
  }
  const { chain, token } = destination;
  return token.origin === "own"
    ? { step: "mint", transferType: chain, description: `The tokens are minted on ${chain}.` }
    : { step: "give", transferType: chain, description: `The treasury gives the tokens on ${chain}.` };
}

async function timesOf(
  { railTimes }: QuoteTransferDeps,
  { network, flow, source, destination }: Transfer,
  now: Instant,
): Promise<Pick<Quote, "completeAt" | "cutoffAt">> {
  const bank = [source, destination].find((end) => end.medium === "bank");
  const chains = [source, destination].flatMap((end) => (end.medium === "chain" ? [end.chain] : []));
  const counted = flow === "payout" ? chains.slice(0, 1) : chains;
  const chainMs = counted.reduce((sum, chain) => sum + chainSeconds[chain] * 1_000, 0);
  if (bank === undefined) return { completeAt: addMs(now, chainMs), cutoffAt: undefined };
  const times = await railTimes(network, bank.rail);
  return { completeAt: addMs(times.finalAt, chainMs), cutoffAt: times.cutoffAt };
}
