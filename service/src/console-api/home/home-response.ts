import Type, { type Static } from "typebox";
import { present } from "../../http/present.ts";
import { named, nullableString } from "../../http/schemas.ts";
import type { TrialBalance } from "../../ledger/index.ts";
import type { FirstSteps, StatusCount, WaitingCounts } from "./home-store.ts";
import type { TokenSeries } from "./supply-series.ts";

const CountsSchema = Type.Object({
  recent: Type.Array(Type.Object({ status: Type.String(), count: Type.Integer() }), {
    description: "Last 30 days, by status.",
  }),
  pending_now: Type.Integer({ description: "Regardless of age." }),
  is_complete: Type.Boolean({ description: "False if there are more than the limit." }),
});

const counted = (what: string) => Type.Integer({ description: `${what}; counted up to the limit.` });

export const HomeSchema = named(
  "ConsoleHome",
  Type.Object({
    balances: Type.Array(
      Type.Object({
        asset: Type.String(),
        addresses: Type.Integer({ description: "Number of addresses." }),
        posted: Type.String(),
        held: Type.String(),
        available: Type.String(),
      }),
      { description: "Total across custodial addresses." },
    ),
    are_balances_complete: Type.Boolean({
      description: "False if there are too many addresses; then `balances` is empty.",
    }),
    tokens: Type.Array(
      Type.Object({
        value_type: Type.String(),
        supply: Type.String({ description: "Minted minus burned in this workspace's ledger." }),
        reserve: nullableString({ description: "In dollars; null if this ledger holds none." }),
        chains: Type.Array(Type.Object({ transfer_type: Type.String(), supply: Type.String() })),
      }),
    ),
    transfers: CountsSchema,
    token_transactions: CountsSchema,
    waiting: Type.Object({
      limit: Type.Integer({ description: "Maximum count." }),
      accounts_in_review: counted("Accounts in review"),
      accounts_awaiting_documents: counted("Accounts with requested documents"),
      payments_unmatched: counted("Unmatched payments"),
      webhooks_failing: counted("Failing webhook endpoints"),
    }),
    first_steps: Type.Object({
      has_application: Type.Boolean(),
      has_address: Type.Boolean(),
      has_token: Type.Boolean(),
      has_transfer: Type.Boolean(),
      has_webhook: Type.Boolean(),
    }),
  }),
);

export interface HomeFacts {
  readonly wallets: TrialBalance;
  readonly series: readonly TokenSeries[];
  readonly transfers: readonly StatusCount[];
  readonly pendingTransfers: number;
  readonly tokenTransactions: readonly StatusCount[];
  /** Maximum number of rows counted of each. */
  readonly maxWalked: number;
  readonly waiting: WaitingCounts;
  readonly maxWaiting: number;
  readonly firstSteps: FirstSteps;
}

export function presentHome(facts: HomeFacts): Static<typeof HomeSchema> {
  const { wallets, series, waiting, firstSteps } = facts;
  return present(HomeSchema, {
    balances: wallets.isComplete ? wallets.lines.map(balanceOf) : [],
    areBalancesComplete: wallets.isComplete,
    tokens: series.flatMap(lastOf),
    transfers: { ...countsOf(facts.transfers, facts.maxWalked), pendingNow: facts.pendingTransfers },
    tokenTransactions: countsOf(facts.tokenTransactions, facts.maxWalked),
    waiting: { ...waiting, limit: facts.maxWaiting },
    firstSteps,
  });
}

function balanceOf({ accounts, posted, held }: TrialBalance["lines"][number]) {
  const available = { units: posted.units - held.units, asset: posted.asset };
  return { asset: posted.asset.code, addresses: accounts, posted, held, available };
}

/** The current values of a token are the last point of its series. */
function lastOf({ valueType, points }: TokenSeries) {
  const last = points.at(-1);
  if (last === undefined) return [];
  return [
    { ...last, valueType, chains: last.chains.map(({ chain, supply }) => ({ transferType: chain, supply })) },
  ];
}

function countsOf(counts: readonly StatusCount[], maxWalked: number) {
  const seen = counts.reduce((sum, each) => sum + each.seen, 0);
  return {
    recent: counts.flatMap(({ status, recent }) => (recent === 0 ? [] : [{ status, count: recent }])),
    pendingNow: counts.find(({ status }) => status === "pending")?.seen ?? 0,
    isComplete: seen < maxWalked,
  };
}
