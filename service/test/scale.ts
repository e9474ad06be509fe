import { randomInt } from "node:crypto";

/** True in `npm run test:long`. */
export const isLong = process.env["TEST_LONG"] === "1";

const fixedSeed = 20_261_117;

/** How much a test does: bounded in `npm test`, large in `npm run test:long`. The environment variable overrides both. */
export function sizeOf(variable: string, sizes: { readonly usual: number; readonly long: number }): number {
  return Number(process.env[variable] ?? (isLong ? sizes.long : sizes.usual));
}

/** Fixed in `npm test`, random in `npm run test:long`. The environment variable replays a run. */
export function seedOf(variable: string, usual = fixedSeed): number {
  return Number(process.env[variable] ?? (isLong ? randomInt(2 ** 31) : usual));
}
