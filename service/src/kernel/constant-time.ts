import { createHash, timingSafeEqual } from "node:crypto";

/** Compares secrets in constant time: timing reveals neither where they differ nor their lengths. */
export function equalInConstantTime(left: string | Buffer, right: string | Buffer): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(value: string | Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}
