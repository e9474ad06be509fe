import { createHmac, type KeyObject } from "node:crypto";
import type { RequireConfirmation } from "../../http/guard.ts";
import { type ApiRequest, causeOf, type Route, sessionUserOf } from "../../http/route.ts";
import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { parseId } from "../../kernel/id.ts";
import { addMs, formatInstant } from "../../kernel/instant.ts";
import { type ConfirmedFact, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import type { Membership } from "../sessions/require-membership.ts";
import type { UsersDeps } from "../users-deps.ts";
import { type ConfirmationId, insertConfirmation, updateUsed } from "./store.ts";

export interface ConfirmationDeps extends UsersDeps {
  /** Keys the digest: a request may hold guessable numbers, such as that of a bank account. */
  readonly digestKey: KeyObject;
  readonly summarize: SummarizeRequest;
}

/** What a request does, in words for the user who confirms it. */
export type SummarizeRequest = (request: ApiRequest) => Promise<readonly ConfirmedFact[]>;

/** Names the confirmation when the request is repeated. */
export const confirmationHeader = "x-florin-confirmation";
/** How long a user may take from the refused request to its repetition. */
const confirmationMs = 5 * 60_000;

/**
 * Refuses a request until its user has confirmed exactly this one. The digest covers the summary too: if what the user
 * was shown is no longer true, such as the number of a bank account, they are shown it again.
 */
export function createRequireConfirmation(deps: ConfirmationDeps): RequireConfirmation {
  return async (route, request) => {
    const facts = await deps.summarize(request);
    const digest = digestOf(deps.digestKey, route, request, facts);
    const { operationId } = route;
    if (await isConfirmed(deps, request, { operation: operationId, digest })) return undefined;
    const id = deps.newId<"confirmation">();
    const expiresAt = addMs(deps.clock.now(), confirmationMs);
    const membership = membershipOf(request);
    await insertConfirmation(deps.database, { id, ...membership, operation: operationId, digest, expiresAt });
    return refuse("second_factor_required", "confirm this request with your second factor", {
      confirmation: { id, expiresAt: formatInstant(expiresAt), operation: route.summary, facts },
    });
  };
}

function digestOf(
  digestKey: KeyObject,
  { method, path }: Route,
  { params, query, body = null, headers }: ApiRequest,
  facts: readonly ConfirmedFact[],
): Buffer {
  const key = headers["idempotency-key"] ?? null;
  const confirmed = [method, path, params, query, body, key, facts] as Json;
  return createHmac("sha256", digestKey).update(canonicalJson(confirmed)).digest();
}

/** Consumes the confirmation that the request names, and links it to the request in the audit log. */
async function isConfirmed(
  deps: ConfirmationDeps,
  request: ApiRequest,
  { operation, digest }: { readonly operation: string; readonly digest: Buffer },
): Promise<boolean> {
  const header = request.headers[confirmationHeader];
  const id: ConfirmationId | undefined = typeof header === "string" ? parseId(header) : undefined;
  if (id === undefined) return false;
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const confirmed = { id, ...membershipOf(request), digest, expiresAt: now, usedAt: now };
    if ((await updateUsed(tx, confirmed)) === 0) return false;
    await recordChange(deps, tx, {
      cause: causeOf(request),
      action: "confirmation.use",
      id,
      tenantId: request.principal?.tenantId,
      after: { operation, digest: digest.toString("hex") },
    });
    return true;
  });
}

function membershipOf(request: ApiRequest): Membership {
  const { userId, sessionId: text } = sessionUserOf(request);
  const sessionId = parseId<"console-session">(text);
  assert(sessionId !== undefined, "a session has an id");
  return { userId, sessionId };
}
