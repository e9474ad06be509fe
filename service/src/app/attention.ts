import type { Condition, Severity } from "../alerts/index.ts";
import { hasBreakGlassSignIn } from "../audit/index.ts";
import { hasUnexpectedHolder } from "../chains/custody/store.ts";
import { type ConsoleDeps, countQueues, type QueueName } from "../console-api/index.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { findLastRound } from "../ledger/index.ts";
import { lastReconciliation } from "../tokens/index.ts";
import type { AppParts } from "./app-parts.ts";

/** Each queue of the operator overview: how severe it is that something waits there, and what waits. */
const queues: Readonly<Record<QueueName, readonly [severity: Severity, words: string]>> = {
  reviews: ["info", "Accounts wait for review"],
  held_transfers: ["info", "Transfers are held"],
  held_deposits: ["info", "Deposits are held"],
  refund_failed: ["error", "Refunds failed"],
  suspense: ["info", "Incoming payments are unmatched"],
  open_claims: ["info", "Claims are open"],
  return_rates: ["warning", "ACH return rates are exceeded"],
  dead_jobs: ["error", "Jobs failed permanently"],
  quarantined_files: ["error", "Bank files are quarantined"],
  bank_items: ["warning", "Bank exceptions are open"],
  failing_webhooks: ["warning", "Webhook endpoints are failing"],
  stuck_chain_work: ["error", "Chain operations are stuck"],
  failed_freezes: ["error", "Freezes failed"],
};

const maxCounted = 100;
const breakGlassMs = 60 * 60_000;

/** What needs attention, as the operator overview shows it. */
export async function readConditions(
  { database, clock }: Pick<AppParts, "database" | "clock">,
  lookAtChains: ConsoleDeps["lookAtChains"],
): Promise<readonly Condition[]> {
  const counts = await countQueues(database, maxCounted);
  const waiting = new Set(counts.filter(({ count }) => count > 0).map(({ name }) => name));
  const ofQueues = Object.entries(queues).map(([name, [severity, summary]]) =>
    condition(name, waiting.has(name as QueueName), severity, summary),
  );
  const reconciliation = await lastReconciliation(database);
  const ledger = await findLastRound(database, "ledger.verify");
  const audit = await findLastRound(database, "audit.verify");
  const since = instantFromMs(Math.max(0, clock.now() - breakGlassMs));
  const hasBrokenGlass = await hasBreakGlassSignIn(database, { tenantId: "platform", at: since });
  const isSeized = await hasUnexpectedHolder(database);
  return [
    ...ofQueues,
    condition(
      "reconciliation",
      (reconciliation?.different ?? 0) > 0,
      "critical",
      "Chains differ from the ledger",
    ),
    condition("ledger", (ledger?.findings ?? 0) > 0, "critical", "The ledger verification found differences"),
    condition(
      "audit",
      (audit?.findings ?? 0) > 0,
      "critical",
      "The audit log verification found differences",
    ),
    condition("break_glass", hasBrokenGlass, "critical", "A break-glass account signed in"),
    condition("token_roles", isSeized, "critical", "A key role of a token has an unexpected holder"),
    ...(await gasConditions(lookAtChains)),
  ];
}

async function gasConditions(lookAtChains: ConsoleDeps["lookAtChains"]): Promise<readonly Condition[]> {
  const chains = (await lookAtChains()).filter(({ mode }) => mode !== "off");
  return chains.map(({ network, chain, isReachable, gas }) => {
    const isLow = gas.some((reading) => reading.isLow);
    const found = condition(
      `low_gas/${network}/${chain}`,
      isLow,
      "error",
      `A gas wallet on ${chain} (${network}) is below its minimum`,
    );
    return isReachable ? found : { ...found, state: "unknown" };
  });
}

function condition(name: string, isActive: boolean, severity: Severity, summary: string): Condition {
  return { name, state: isActive ? "active" : "clear", severity, summary };
}
