import type { Config } from "../config.ts";
import type { Logger } from "./logging.ts";
import type { Progress } from "./open-database.ts";

/** On a laptop a person watches, so progress is plain lines; in production it goes where all else is logged. */
export function createProgress({ profile }: Config, logger: Logger): Progress {
  if (profile === "production") return (message) => logger.info(message);
  return (message) => {
    process.stdout.write(`  · ${message}\n`);
  };
}
