import pino, { type Logger } from "pino";
import pretty from "pino-pretty";
import type { Config } from "../config.ts";

export type { Logger };

/** JSON lines for machines, readable lines in a terminal. Bodies and headers are never logged, so nothing needs hiding. */
export function createLogger(
  { logLevel, logFormat }: Pick<Config, "logLevel" | "logFormat">,
  isTerminal: boolean,
): Logger {
  const options = { level: logLevel, base: {}, timestamp: pino.stdTimeFunctions.isoTime };
  const isPretty = logFormat === "pretty" || (logFormat === "auto" && isTerminal);
  if (!isPretty) return pino(options);
  return pino(
    options,
    pretty({
      colorize: isTerminal,
      ignore: "pid,hostname",
      translateTime: "SYS:HH:MM:ss",
      singleLine: true,
      sync: true,
    }),
  );
}
