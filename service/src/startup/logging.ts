import pino, { type DestinationStream, type Logger } from "pino";
import pretty from "pino-pretty";
import type { Config } from "../config.ts";
import { toLoggedError } from "./logged-error.ts";

export type { Logger };

/** JSON lines for machines, readable lines in a terminal. Never logs bodies or headers; errors are filtered. */
export function createLogger(
  { logLevel, logFormat }: Pick<Config, "logLevel" | "logFormat">,
  isTerminal: boolean,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: logLevel,
    base: {},
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) => toLoggedError(error),
      error: (error: unknown) => toLoggedError(error),
    },
  };
  const isPretty = logFormat === "pretty" || (logFormat === "auto" && isTerminal);
  if (isPretty) return pino(options, prettyLines(isTerminal));
  return destination === undefined ? pino(options) : pino(options, destination);
}

function prettyLines(isTerminal: boolean): DestinationStream {
  return pretty({
    colorize: isTerminal,
    ignore: "pid,hostname",
    translateTime: "SYS:HH:MM:ss",
    singleLine: true,
    sync: true,
  });
}
