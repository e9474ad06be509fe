import { type RewrapDeps, type RewrapOptions, rewrapInBatches } from "../../accounts/index.ts";
import { sealedTable } from "../../db/sealed-table.ts";
import { type Subscription, secretContext } from "./subscription.ts";

const secrets = {
  table: "webhook_subscriptions",
  key: ["tenantId", "id"],
  contextOf: secretContext,
} as const;
const current = sealedTable<SecretKey>({ ...secrets, name: "webhook_secrets", column: "secret" });
const previous = sealedTable<SecretKey>({
  ...secrets,
  name: "previous_webhook_secrets",
  column: "previous_secret",
});

type SecretKey = Pick<Subscription, "tenantId" | "id">;

/**
 * Rewraps the secrets of every subscription with the current master key. Current secrets come first, so that one that a
 * rotation turns into a previous secret in the meantime is found in one of the two passes.
 */
export async function rewrapWebhookSecrets(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  const rewrapped = await rewrapInBatches(deps, current, options);
  return rewrapped + (await rewrapInBatches(deps, previous, options));
}
