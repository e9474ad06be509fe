import { createHash, timingSafeEqual } from "node:crypto";

/** Compares secrets without telling, by the time it takes, where or whether their lengths differ. */
export function equalInConstantTime(left: string | Buffer, right: string | Buffer): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(value: string | Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}
