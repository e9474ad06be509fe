import type { Config } from "../config.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { createKeyProviders } from "../keys/adapters/key-providers.ts";
import type { Logger } from "../startup/logging.ts";
import { loadKeyRing } from "../startup/master-key.ts";

/** The only use of the master key's provider: from here on, the key is in memory. */
export async function openKeyRing(config: Config, logger: Logger): Promise<KeyRing> {
  const providers = createKeyProviders(config.keyProviders);
  try {
    return await loadKeyRing(config, {
      wrapperOf: providers.wrapperOf,
      onRetry: (error) => logger.warn({ err: error }, "the master key could not be unwrapped; retrying"),
    });
  } finally {
    await providers.close();
  }
}
