import { setTimeout as sleep } from "node:timers/promises";
import { auditChange } from "../audit/index.ts";
import { loadOrCreateServiceKey, rotateServiceKey } from "../auth/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Network } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { publicKeyOfSeed } from "../kernel/signed-json.ts";
import {
  closeTransparencyPage,
  findReportedToken,
  findReserveReport,
  isMonth,
  lastMonth,
  openTransparencyPage,
  reportJob,
  type Token,
} from "../tokens/index.ts";
import { queuesOf } from "./admin-deps.ts";
import type { AdminContext } from "./open-admin.ts";
import { refuseAt } from "./read-input.ts";

export { verifyReports } from "../tokens/index.ts";

export interface ReserveReportRequest {
  readonly network: Network;
  readonly valueType: string;
  /** The last month by default. */
  readonly month?: string | undefined;
  readonly timeoutMs: number;
}

const pollMs = 500;

/** The signed report of a month. If the last month has none yet, a worker node makes it: nodes have chain access. */
export async function reportReserves(admin: AdminContext, request: ReserveReportRequest): Promise<string> {
  const { database, clock } = admin;
  const last = lastMonth(clock.now());
  const month = request.month ?? last;
  if (!isMonth(month)) return refuseAt("month", "must be a month such as 2026-10");
  const token = await findReportedToken(database, { ...request, month });
  const { network, id: tokenId } = token;
  const known = await findReserveReport(database, { network, tokenId, month });
  if (known !== undefined) return known.document;
  if (month !== last) {
    const why = `there is no report for ${month}, and only the last month, ${last}, can be reported now`;
    throw new RefusalError(refuse("unprocessable", why));
  }
  const { jobQueue } = queuesOf(admin);
  await database.transaction(async (tx) => {
    await jobQueue.enqueue(tx, reportJob({ ...request, month }));
    await audit(admin, tx, token, { action: "reserve_report.request", after: { month } });
  });
  return waitForReport(admin, token, { month, timeoutMs: request.timeoutMs });
}

async function waitForReport(
  { database, clock }: AdminContext,
  token: Token,
  { month, timeoutMs }: { readonly month: string; readonly timeoutMs: number },
): Promise<string> {
  const requestedAt = clock.now();
  while (clock.now() - requestedAt < timeoutMs) {
    const report = await findReserveReport(database, { network: token.network, tokenId: token.id, month });
    if (report !== undefined) return report.document;
    await sleep(pollMs);
  }
  const detail =
    `no report within ${timeoutMs / 1_000} s. It requires a running node with the role worker, and every chain of ` +
    "the token must be reachable; the node's log has the reason. It is tried again every hour";
  throw new RefusalError(refuse("dependency_unavailable", detail));
}

export interface TransparencyChoice {
  readonly network: Network;
  readonly valueType: string;
  readonly isOpen: boolean;
}

/** Opens or closes the public page of a token; false if it was so before. */
export async function setTransparencyPage(
  admin: AdminContext,
  { network, valueType, isOpen }: TransparencyChoice,
): Promise<boolean> {
  const { database, clock } = admin;
  const token = await findReportedToken(database, { network, valueType });
  return database.transaction(async (tx) => {
    const page = { network, tokenId: token.id };
    const hasChanged = isOpen
      ? await openTransparencyPage(tx, { ...page, openedAt: clock.now() })
      : (await closeTransparencyPage(tx, page)) === 1;
    const action = isOpen ? "transparency_page.open" : "transparency_page.close";
    if (hasChanged) await audit(admin, tx, token, { action });
    return hasChanged;
  });
}

/** The public key that signs reserve reports, in base64url. */
export async function showReportKey(admin: AdminContext): Promise<string> {
  const key = await loadOrCreateServiceKey(admin.database, await admin.loadKeyRing(), "reserve-reports");
  return publicKeyOfSeed(key);
}

/** Replaces the key that signs reserve reports; earlier reports keep the public key that signed them. */
export async function rotateReportKey(admin: AdminContext): Promise<string> {
  const keyRing = await admin.loadKeyRing();
  return admin.database.transaction(async (tx) => {
    const publicKey = publicKeyOfSeed(await rotateServiceKey(tx, keyRing, "reserve-reports"));
    await auditChange(admin, tx, {
      cause: admin.cause,
      action: "reserve_report_key.rotate",
      type: "service_key",
      of: { tenantId: undefined, network: undefined, id: "reserve-reports" },
      after: { public_key: publicKey },
    });
    return publicKey;
  });
}

async function audit(
  admin: AdminContext,
  tx: Transaction,
  { network, id, valueType, issuer }: Token,
  { action, after = {} }: { readonly action: string; readonly after?: Readonly<Record<string, string>> },
): Promise<void> {
  const of = { tenantId: issuer?.tenantId, network, id };
  const fields = { value_type: valueType, ...after };
  await auditChange(admin, tx, { cause: admin.cause, action, type: "token", of, after: fields });
}
