import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { readAddressRange } from "../kernel/address-range.ts";
import type { Cause } from "../kernel/cause.ts";
import { orThrow, type Refusal, refuse } from "../kernel/refusal.ts";
import type { Application, ApplicationKey, Restrictions } from "./application.ts";
import { lockLiveApplication } from "./live-application.ts";
import { updateRestrictions } from "./store.ts";

const maxRanges = 100;

/** Changes where an application may be used from, and whether its tokens must be bound to a key. Within seconds. */
export async function restrictApplication(
  deps: AuditDeps,
  tx: Transaction,
  request: ApplicationKey & Partial<Restrictions> & { readonly cause: Cause },
): Promise<Application> {
  const application = await lockLiveApplication(tx, request);
  const { allowedIps: given = application.allowedIps, requiresDpop = application.requiresDpop } = request;
  const allowedIps = orThrow(readRanges(given));
  await updateRestrictions(tx, { ...application, allowedIps, requiresDpop });
  await auditChange(deps, tx, {
    cause: request.cause,
    action: "application.restrict",
    of: application,
    before: { allowed_ips: application.allowedIps.join(" "), requires_dpop: application.requiresDpop },
    after: { allowed_ips: allowedIps.join(" "), requires_dpop: requiresDpop },
  });
  return { ...application, allowedIps, requiresDpop };
}

function readRanges(texts: readonly string[]): readonly string[] | Refusal {
  if (texts.length > maxRanges) return invalid("/allowed_ips", `must have at most ${maxRanges} items`);
  const ranges: string[] = [];
  for (const [index, text] of texts.entries()) {
    const range = readAddressRange(text.trim());
    if (range === undefined) {
      return invalid(
        `/allowed_ips/${index}`,
        "must be an IP address, or a range such as 192.0.2.0/24 or 2001:db8::/32",
      );
    }
    ranges.push(range);
  }
  return [...new Set(ranges)];
}

function invalid(pointer: string, detail: string): Refusal {
  return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
