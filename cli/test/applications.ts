import { createAttemptLimiter } from "../../service/src/auth/attempt-limiter.ts";
import { authenticateClient } from "../../service/src/auth/client-authentication.ts";
import { isOAuthError } from "../../service/src/auth/oauth-error.ts";
import { loadOrCreateServiceKey } from "../../service/src/auth/service-keys.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import type { Operator } from "./operator.ts";

/** Output of `applications create --json`. */
export interface CreatedApplication {
  readonly client_id: string;
  readonly client_secret: string;
  readonly account_id: string;
  readonly scopes: readonly string[];
}

export async function createAccount(operator: Operator, name = "Acme"): Promise<string> {
  return (await operator.responseOf<{ readonly id: string }>(["accounts", "create", "--name", name])).id;
}

export async function createApplication(operator: Operator): Promise<CreatedApplication> {
  const account = await createAccount(operator);
  const owner = ["--account", account, "--network", "testnet"];
  return operator.responseOf(["applications", "create", ...owner, "--name", "Back office", "--all-scopes"]);
}

/** Checks with the token service whether the secret authenticates the client. */
export async function isProof(
  { database, masterKey }: Operator,
  clientId: string,
  clientSecret: string,
): Promise<boolean> {
  const keyRing = createKeyRing(masterKey);
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const deps = {
    database,
    clock: systemClock,
    limiter: createAttemptLimiter(systemClock, "clients"),
    pepper: () => loadOrCreateServiceKey(database, keyRing, "application-secret-pepper"),
    audiences: [],
  };
  const request = { authorization: `Basic ${credentials}`, form: new Map(), address: "192.0.2.1" };
  return !isOAuthError(await authenticateClient(deps, request));
}
