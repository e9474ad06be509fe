import { finalitySecondsOf } from "../chains/chain-name.ts";
import type { Database } from "../db/database.ts";
import { together } from "../db/together.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { addMs, type Clock, type Instant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import { isRefusal, type Refusal, RefusalError } from "../kernel/refusal.ts";
import type { RailTimes } from "../rails/bank.ts";
import { type BankRail, isDebit } from "../rails/rail.ts";
import { tokenScale } from "../tokens/index.ts";
import { loadBalances, refuseUncovered, withHolds } from "./cover.ts";
import type { RequestedTransferInput } from "./facts.ts";
import { type DefaultLimitsDeps, loadLimits } from "./limits/default-limits.ts";
import { limitCandidateOf } from "./limits/transfer-limit.ts";
import { quoteLimits } from "./limits/usage.ts";
import { type LoadFactsDeps, loadFacts } from "./load-facts.ts";
import { planTransfer } from "./plan.ts";
import { quotedAtSandbox, type SandboxDestinationDeps } from "./sandbox-destinations.ts";
import type { SupportedRoute } from "./supported-routes.ts";
import { deliveredUnits, routeFlowOf, type Transfer, type TransferId } from "./transfer.ts";
import { wayOf } from "./transfer-request.ts";
import { amountOf } from "./transfer-update.ts";

export interface QuoteTransferDeps extends LoadFactsDeps, DefaultLimitsDeps, SandboxDestinationDeps {
  readonly clock: Clock;
  /** Cutoff and settlement times of an entry submitted now. */
  readonly railTimes: (network: Network, rail: BankRail, tenantId: TenantId) => Promise<RailTimes>;
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
  readonly step: "await_wire" | "debit" | "burn" | "withdraw" | "transfer" | "mint" | "deliver" | "pay_out";
  readonly transferType: string;
  readonly description: string;
}

/** Quotes a transfer. Permanent errors are refused; temporary ones are returned as blockers. */
export async function quoteTransfer(
  deps: QuoteTransferDeps,
  database: Database,
  request: RequestedTransferInput,
): Promise<Quote> {
  const now = deps.clock.now();
  const { plan, blockers } = await database.transaction(async (tx) => {
    const { tenantId } = request;
    const [factsOf, limits] = await together([
      loadFacts(deps, tx, request, [request]),
      loadLimits(deps, tx, tenantId),
    ]);
    const fresh = { id: noId, now, expiresAt: now };
    const quoted = quotedAtSandbox(deps, request, factsOf(request));
    const planned = planTransfer(quoted.facts, quoted.request, fresh);
    if (isRefusal(planned)) throw new RefusalError(planned);
    const held = [withHolds(planned)];
    const [limited, balances] = await together([
      quoteLimits(tx, tenantId, limits, limitCandidateOf(planned), now),
      loadBalances(tx, request, held),
    ]);
    const [covered] = refuseUncovered(held, balances);
    return {
      plan: planned,
      blockers: [limited, covered].filter((blocker) => blocker !== undefined && isRefusal(blocker)),
    };
  });
  return { ...describe(plan), ...(await timesOf(deps, plan, now)), blockers };
}

const noId = "" as TransferId;

function describe(plan: Transfer): Pick<Quote, "route" | "amount" | "delivered" | "feeCents" | "steps"> {
  const { source, destination, currency, feeCents } = plan;
  const asset = { code: currency, scale: tokenScale };
  return {
    route: {
      flow: routeFlowOf(plan),
      source: { value_type: codeOf(source), transfer_type: wayOf(source) },
      destination: { value_type: codeOf(destination), transfer_type: wayOf(destination) },
    },
    amount: amountOf(plan),
    delivered: { value: formatAmount({ units: deliveredUnits(plan), asset }), currency },
    feeCents,
    steps: stepsOf(plan),
  };
}

function codeOf(leg: Transfer["source"] | Transfer["destination"]): string {
  return leg.medium === "bank" ? "USD" : leg.token.valueType;
}

function stepsOf({ flow, source, destination }: Transfer): readonly QuoteStep[] {
  if (flow === "payout" && source.medium === "chain")
    return [
      {
        step: "transfer",
        transferType: source.chain,
        description: `Send tokens on ${source.chain}.`,
      },
    ];
  return [sourceStep(source), destinationStep(destination)];
}

function sourceStep(source: Transfer["source"]): QuoteStep {
  if (source.medium === "bank") {
    const { rail: transferType } = source;
    return isDebit(transferType)
      ? { step: "debit", transferType, description: `Debit by ${transferType}.` }
      : { step: "await_wire", transferType, description: "Await a wire to the given instructions." };
  }
  const { chain, token } = source;
  return token.origin === "own"
    ? { step: "burn", transferType: chain, description: `Burn tokens on ${chain}.` }
    : { step: "withdraw", transferType: chain, description: `Transfer tokens to the treasury on ${chain}.` };
}

function destinationStep(destination: Transfer["destination"]): QuoteStep {
  if (destination.medium === "bank") {
    const { rail } = destination;
    return { step: "pay_out", transferType: rail, description: `Pay out by ${rail}.` };
  }
  const { chain, token } = destination;
  return token.origin === "own"
    ? { step: "mint", transferType: chain, description: `Mint tokens on ${chain}.` }
    : { step: "deliver", transferType: chain, description: `Transfer tokens from the treasury on ${chain}.` };
}

async function timesOf(
  { railTimes }: QuoteTransferDeps,
  { tenantId, network, flow, source, destination }: Transfer,
  now: Instant,
): Promise<Pick<Quote, "completeAt" | "cutoffAt">> {
  const bank = [source, destination].find((end) => end.medium === "bank");
  const chains = [source, destination].flatMap((end) => (end.medium === "chain" ? [end.chain] : []));
  const counted = flow === "payout" ? chains.slice(0, 1) : chains;
  const chainMs = counted.reduce((sum, chain) => sum + finalitySecondsOf(chain) * 1_000, 0);
  if (bank === undefined) return { completeAt: addMs(now, chainMs), cutoffAt: undefined };
  const times = await railTimes(network, bank.rail, tenantId);
  return { completeAt: addMs(times.finalAt, chainMs), cutoffAt: times.cutoffAt };
}
