import type { Network, TenantId } from "../kernel/id.ts";
import { type LedgerScope, nextJournal, type Verification, verifyJournal } from "../ledger/index.ts";
import { type RoundDeps, type VerificationRounds, verificationRounds } from "./verification-rounds.ts";

const maxLoggedFindings = 20;

/** Verifies every journal once a day. */
export function ledgerVerification(deps: RoundDeps): VerificationRounds {
  return verificationRounds<LedgerScope>(deps, {
    name: "ledger.verify",
    next: (after) => nextJournal(deps.database, after),
    verify: async (scope, options) => {
      const verification = await verifyJournal(deps.database, scope, options);
      report(deps, verification);
      return { findings: verification.findings.length, isComplete: verification.isComplete };
    },
    reportTimeout: (scope, failure) =>
      report(deps, { scope, records: 0n, head: noHead, findings: [], isComplete: false, failure }),
    toPayload: ({ tenantId, network }) => ({ tenant_id: tenantId, network }),
    fromPayload: ({ tenant_id: tenantId, network }) => {
      if (typeof tenantId !== "string" || typeof network !== "string")
        throw new Error("the payload names no journal");
      // A forged tenant or network is accepted: it is a position in the order of journals, and a finding itself.
      return { tenantId: tenantId as TenantId, network: network as Network };
    },
  });
}

const noHead = { sequence: 0n, hash: Buffer.alloc(0) };

function report({ logger }: RoundDeps, verification: Verification): void {
  const { scope, records, head, findings, isComplete, failure } = verification;
  const journal = { tenant_id: scope.tenantId, network: scope.network, records: records.toString() };
  if (findings.length === 0 && isComplete) {
    // Shipping the logs to another system keeps a copy of the checkpoint hashes outside the database.
    logger.info({ ...journal, mark: `${head.sequence}:${head.hash.toString("hex")}` }, "journal verified");
    return;
  }
  const shown = findings.slice(0, maxLoggedFindings).map(({ sequence, ...finding }) => {
    return sequence === undefined ? finding : { ...finding, sequence: sequence.toString() };
  });
  const counts = { finding_count: findings.length, is_complete: isComplete };
  const reason = failure === undefined ? {} : { failure };
  const message =
    findings.length === 0
      ? "journal could not be verified; run: florin admin ledger verify"
      : "ledger differs from its journal; run: florin admin ledger verify";
  logger.error({ ...journal, ...counts, ...reason, findings: shown }, message);
}
