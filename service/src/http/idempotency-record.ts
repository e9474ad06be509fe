import { assert } from "../kernel/assert.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { Claim, CompletedRecord, KeptRecord } from "./store.ts";
import type { WireReply } from "./wire-response.ts";

/** The stored part of a response; sealed where the response holds a secret that is shown once. */
export function recordOf(keyRing: KeyRing, claim: Claim, response: WireReply, seals: boolean): KeptRecord {
  assert(!Buffer.isBuffer(response.body), "only text responses are stored");
  const body = response.body === undefined ? null : Buffer.from(response.body);
  const isSealed = body !== null && seals;
  return {
    claim,
    status: response.status,
    headers: response.headers,
    body: isSealed ? seal(keyRing, body, contextOf(claim)) : body,
    sealed: isSealed,
  };
}

/** The first response again, or a refusal when the key was sent with a different request. */
export function replayOf(keyRing: KeyRing, claim: Claim, record: CompletedRecord): WireReply | Refusal {
  if (!record.fingerprint.equals(claim.fingerprint)) {
    return refuse("idempotency_key_reused", "this Idempotency-Key was already used with a different request");
  }
  const body =
    record.body !== null && record.sealed ? open(keyRing, record.body, contextOf(claim)) : record.body;
  return { status: record.status, headers: record.headers, body: body?.toString(), replayed: true };
}

/** Keys are scoped by caller: two applications may use the same key. */
export function keyOf({ callerId, key }: { readonly callerId: string; readonly key: string }): string {
  return `${callerId}/${key}`;
}

function contextOf(claim: Claim): string {
  return `idempotency_records/${claim.tenantId}/${claim.callerId}/${claim.key}`;
}
