import { parseArgs } from "node:util";

export interface IdleOptions {
  readonly seconds: number;
}

const defaultSeconds = 60;

/** Throws a TypeError that names the option. */
export function parseOptions(args: readonly string[]): IdleOptions {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: "string" } } });
  const { seconds } = values;
  if (seconds === undefined) return { seconds: defaultSeconds };
  if (!/^[1-9]\d{0,4}$/.test(seconds)) throw new TypeError(`--seconds takes a whole number, not ${seconds}`);
  return { seconds: Number(seconds) };
}
