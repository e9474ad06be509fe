import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { EventLog } from "../../events/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Network } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findToken } from "../find-token.ts";
import { activeDeployments } from "../reserves/read-reserves.ts";
import type { Token } from "../token.ts";
import { isIssued, reserveReportEvent } from "../token-events.ts";
import { buildReport } from "./build-report.ts";
import { endOf, lastMonth, type Month } from "./month.ts";
import { type ReportFacts, type ReportFactsDeps, readReportFacts } from "./read-report-facts.ts";
import { countUnexplained, digestOf, documentOf, type ReserveReport } from "./report.ts";
import { insertReport, type StoredReport, selectReport, selectReports } from "./store.ts";

export interface MakeReportDeps extends AuditDeps, ReportFactsDeps {
  readonly eventLog: Pick<EventLog, "append">;
  /** Ed25519 seed of the key that signs reports; read for each report, because it can be rotated. */
  readonly loadSigningKey: () => Promise<Buffer>;
}

export interface ReportRequest {
  readonly network: Network;
  readonly valueType: string;
  readonly month: Month;
  /** On testnet: also for a token that did not exist in the month. */
  readonly isSimulated?: boolean;
}

/** A report, or undefined if the token has one for this month. Throws if a chain cannot be read. */
export async function makeReport(
  deps: MakeReportDeps,
  request: ReportRequest,
  { cause, pause }: { readonly cause: Cause; readonly pause: () => Promise<void> },
): Promise<ReserveReport | undefined> {
  const { database, clock } = deps;
  const token = await findReportedToken(database, request);
  const { network, id: tokenId } = token;
  if ((await selectReport(database, { network, tokenId, month: request.month })) !== undefined)
    return undefined;
  // The past can't be read from chains and ledger, so a month is reported right after its end or not at all.
  if (request.month !== lastMonth(clock.now())) {
    throw new RefusalError(
      refuse("unprocessable", `only the last month, ${lastMonth(clock.now())}, can be reported`),
    );
  }
  const facts = await readReportFacts(deps, token, pause);
  const seed = await deps.loadSigningKey();
  return database.transaction((tx) => append(deps, tx, { facts, seed, month: request.month, cause }));
}

/** The fiat-backed token of a request. */
export async function findReportedToken(
  database: MakeReportDeps["database"],
  { network, valueType, month, isSimulated }: Omit<ReportRequest, "month"> & { readonly month?: Month },
): Promise<Token> {
  const token = await findToken(database, { network, tenantId: undefined }, valueType);
  if (token === undefined)
    throw new RefusalError(refuse("not_found", `${network} has no token ${valueType}`));
  if (token.kind !== "fiat_backed") {
    throw new RefusalError(refuse("unprocessable", `${valueType} has no reserve: it is not fiat-backed`));
  }
  if (month !== undefined && isSimulated !== true) refuseNewer(token, month);
  if (month !== undefined) refuseInactive(token);
  return token;
}

function refuseNewer({ valueType, createdAt }: Token, month: Month): void {
  if (createdAt >= endOf(month)) {
    throw new RefusalError(refuse("unprocessable", `${valueType} did not exist in ${month}`));
  }
}

export function refuseInactive(token: Token): void {
  if (activeDeployments(token).length === 0) {
    throw new RefusalError(refuse("unprocessable", `${token.valueType} is not active on any chain yet`));
  }
}

interface Appended {
  readonly facts: ReportFacts;
  readonly seed: Buffer;
  readonly month: Month;
  readonly cause: Cause;
}

/** A report that another node has appended first wins: months and numbers are unique. */
async function append(
  deps: MakeReportDeps,
  tx: Transaction,
  { facts, seed, month, cause }: Appended,
): Promise<ReserveReport | undefined> {
  const { token, asOf } = facts;
  const { network, id: tokenId } = token;
  const [last] = await selectReports(tx, { network, tokenId, limit: 1 });
  const number = (last?.number ?? 0) + 1;
  const report = buildReport(seed, facts, { month, number, previous: previousOf(last) });
  const document = documentOf(report);
  const digest = digestOf(document);
  const createdAt = deps.clock.now();
  if (!(await insertReport(tx, { network, tokenId, month, number, asOf, document, digest, createdAt })))
    return undefined;
  await publish(deps, tx, token, { report, digest: digest.toString("hex"), cause });
  return report;
}

interface Published {
  readonly report: ReserveReport;
  readonly digest: string;
  readonly cause: Cause;
}

/** In the audit log, and as an event for the account that issues the token. */
async function publish(
  deps: MakeReportDeps,
  tx: Transaction,
  token: Token,
  { report, digest, cause }: Published,
): Promise<void> {
  const { month, number } = report;
  const { network, id, valueType, issuer } = token;
  await auditChange(deps, tx, {
    cause,
    action: "reserve_report.create",
    type: "token",
    of: { tenantId: issuer?.tenantId, network, id },
    after: { value_type: valueType, month, number, digest },
  });
  if (!isIssued(token)) return;
  const event = reserveReportEvent(token, {
    month,
    number,
    digest,
    unexplained_differences: countUnexplained(report),
  });
  await deps.eventLog.append(tx, { tenantId: token.issuer.tenantId, network }, [event]);
}

function previousOf(last: StoredReport | undefined): ReserveReport["previous"] {
  return last === undefined ? null : { month: last.month, digest: last.digest.toString("hex") };
}
