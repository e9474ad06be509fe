import { type AuditFinding, nextChain, verifyChain } from "../audit/index.ts";
import { type RoundDeps, type VerificationRounds, verificationRounds } from "./verification-rounds.ts";

const maxLoggedFindings = 20;

/** Verifies every chain of the audit log once a day. */
export function auditVerification(deps: RoundDeps): VerificationRounds {
  const { database, logger } = deps;
  return verificationRounds<string>(deps, {
    name: "audit.verify",
    next: (after = "") => nextChain(database, after),
    verify: async (chain, options) => {
      const { entries, end, findings, isComplete } = await verifyChain(database, chain, options);
      if (findings.length === 0) {
        // Shipping the logs to another system keeps a copy of the heads outside the database.
        const mark = `${end.sequence}:${end.hash.toString("hex")}`;
        logger.info({ chain, entries, mark }, "audit log verified");
      } else {
        const counts = { entries, finding_count: findings.length, is_complete: isComplete };
        const shown = findings.slice(0, maxLoggedFindings).map(loggedFinding);
        logger.error(
          { chain, ...counts, findings: shown },
          "audit log differs from its hash chain; run: florin admin audit verify",
        );
      }
      return { findings: findings.length, isComplete };
    },
    reportTimeout: (chain, failure) =>
      logger.error({ chain, failure }, "audit log could not be verified; run: florin admin audit verify"),
    toPayload: (chain) => ({ chain }),
    fromPayload: ({ chain }) => {
      if (typeof chain !== "string") throw new Error("the payload names no chain");
      return chain;
    },
  });
}

function loggedFinding({ sequence, entryId, detail }: AuditFinding) {
  return {
    ...(sequence === undefined ? {} : { sequence: sequence.toString() }),
    ...(entryId === undefined ? {} : { entry_id: entryId }),
    detail,
  };
}
