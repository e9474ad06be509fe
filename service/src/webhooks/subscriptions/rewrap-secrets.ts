import {
  type RewrapDeps,
  type RewrapOptions,
  rewrapInBatches,
  type SealedTable,
} from "../../accounts/index.ts";
import {
  lockPreviousSecretsAfter,
  lockSecretsAfter,
  type SealedSecret,
  updatePreviousSecrets,
  updateSecrets,
} from "./secret-store.ts";
import { secretContext } from "./subscription.ts";

const current: SealedTable<SealedSecret> = {
  name: "webhook_secrets",
  contextOf: secretContext,
  lockAfter: lockSecretsAfter,
  update: updateSecrets,
};

const previous: SealedTable<SealedSecret> = {
  name: "previous_webhook_secrets",
  contextOf: secretContext,
  lockAfter: lockPreviousSecretsAfter,
  update: updatePreviousSecrets,
};

/**
 * Rewraps the secrets of every subscription with the current master key. Current secrets come first, so that one that a
 * rotation turns into a previous secret in the meantime is found in one of the two passes.
 */
export async function rewrapWebhookSecrets(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  const rewrapped = await rewrapInBatches(deps, current, options);
  return rewrapped + (await rewrapInBatches(deps, previous, options));
}
