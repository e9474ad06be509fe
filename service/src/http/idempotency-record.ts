import { assert } from "../kernel/assert.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { AnsweredRecord, Claim, KeptRecord } from "./store.ts";
import type { WireAnswer } from "./wire-answer.ts";

/** What is kept of an answer; sealed where the answer holds a secret that is shown once. */
export function recordOf(keyRing: KeyRing, claim: Claim, answer: WireAnswer, seals: boolean): KeptRecord {
  assert(!Buffer.isBuffer(answer.body), "only text is kept to be sent again");
  const body = answer.body === undefined ? null : Buffer.from(answer.body);
  const isSealed = body !== null && seals;
  return {
    claim,
    status: answer.status,
    headers: answer.headers,
    body: isSealed ? seal(keyRing, body, contextOf(claim)) : body,
    sealed: isSealed,
  };
}

/** The first answer again, or a refusal when the key came with another request. */
export function replayOf(keyRing: KeyRing, claim: Claim, record: AnsweredRecord): WireAnswer | Refusal {
  if (!record.fingerprint.equals(claim.fingerprint)) {
    return refuse("idempotency_key_reused", "this Idempotency-Key was used before with another request");
  }
  const body =
    record.body !== null && record.sealed ? open(keyRing, record.body, contextOf(claim)) : record.body;
  return { status: record.status, headers: record.headers, body: body?.toString(), replayed: true };
}

/** Keys are scoped by caller: two applications may use the same one. */
export function keyOf({ callerId, key }: { readonly callerId: string; readonly key: string }): string {
  return `${callerId}/${key}`;
}

function contextOf(claim: Claim): string {
  return `idempotency_records/${claim.tenantId}/${claim.callerId}/${claim.key}`;
}
