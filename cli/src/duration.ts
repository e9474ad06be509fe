import { InvalidArgumentError } from "commander";

const secondsPer = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const shape = /^(\d{1,9})([smhd])$/;

/** Parses `0s`, `15m`, `24h`, `7d` into seconds. */
export function parseDuration(text: string): number {
  const [, digits, unit] = shape.exec(text) ?? [];
  if (digits === undefined || unit === undefined) {
    throw new InvalidArgumentError("Must be a duration such as 0s, 15m, 24h or 7d.");
  }
  return Number(digits) * secondsPer[unit as keyof typeof secondsPer];
}
