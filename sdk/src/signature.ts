import { toBase64, toHex, utf8 } from "./bytes.ts";
import { nodeCrypto } from "./node-crypto.ts";

type Bytes = Uint8Array<ArrayBufferLike>;

interface Hmac {
  readonly key: Bytes;
  readonly data: Bytes;
}

/** Steps that need HMAC-SHA256 values, which a runtime computes either at once or asynchronously. */
export type HmacSteps<Result> = Generator<Hmac, Result, Bytes>;

/** Standard Webhooks: over the id, the timestamp and the body, in base64. */
export function* messageSignature(
  key: Bytes,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: Bytes },
): HmacSteps<string> {
  const head = utf8(`${id}.${timestamp}.`);
  const data = new Uint8Array(head.length + body.length);
  data.set(head);
  data.set(body, head.length);
  return toBase64(yield { key, data });
}

/** Over the body alone, in lowercase hex. */
export function* bodySignature(key: Bytes, body: Bytes): HmacSteps<string> {
  return toHex(yield { key, data: body });
}

export function runSteps<Result>(steps: HmacSteps<Result>): Result {
  const { createHmac } = nodeCrypto();
  let step = steps.next();
  while (step.done !== true) {
    const { key, data } = step.value;
    step = steps.next(createHmac("sha256", key).update(data).digest());
  }
  return step.value;
}

export async function runStepsAsync<Result>(steps: HmacSteps<Result>): Promise<Result> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  let step = steps.next();
  while (step.done !== true) {
    const { key, data } = step.value;
    const imported = await crypto.subtle.importKey("raw", new Uint8Array(key), algorithm, false, ["sign"]);
    step = steps.next(new Uint8Array(await crypto.subtle.sign("HMAC", imported, new Uint8Array(data))));
  }
  return step.value;
}

/**
 * Constant-time comparison: reads every character, wherever the first difference is. Compares the text, not the decoded
 * bytes: several base64 texts decode to the same bytes, and only one of them was sent.
 */
export function isSameSignature(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}
