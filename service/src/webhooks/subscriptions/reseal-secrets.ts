import {
  type ResealDeps,
  type ResealOptions,
  resealInBatches,
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
 * Wraps the secrets of every subscription with the current master key. The current ones come first, so that one which a
 * rotation makes the one before meanwhile is met on one side or the other.
 */
export async function resealWebhookSecrets(deps: ResealDeps, options: ResealOptions): Promise<number> {
  const resealed = await resealInBatches(deps, current, options);
  return resealed + (await resealInBatches(deps, previous, options));
}
