import type { Config } from "../config.ts";
import type { Logger } from "./logging.ts";
import type { Progress } from "./open-database.ts";

/** Plain lines on the terminal for the local profile; log lines in production. */
export function createProgress({ profile }: Config, logger: Logger): Progress {
  if (profile === "production") return (message) => logger.info(message);
  return (message) => {
    process.stdout.write(`  · ${message}\n`);
  };
}
