import type { ApplicationView, SecretView } from "@florin/service/admin";
import type { Shown } from "../output.ts";

export function presentApplication(application: ApplicationView): Shown {
  const { clientId, accountId, network, name, scopes, created, revoked } = application;
  return {
    client_id: clientId,
    account_id: accountId,
    network,
    name,
    scopes,
    created,
    revoked: revoked ?? null,
  };
}

/** The only place that shows a secret, and only on standard output. */
export function presentSecret(
  { application, clientSecret, tokenUrl, previousEnds }: SecretView & { readonly previousEnds?: string },
  { asJson }: { readonly asJson: boolean },
): Shown {
  const { client_id, revoked: _, ...rest } = presentApplication(application);
  const rotation = previousEnds === undefined ? {} : { previous_secret_ends: previousEnds };
  const shown = { client_id, client_secret: clientSecret, ...rest, ...rotation };
  if (asJson) return { ...shown, token_url: tokenUrl };
  const request = `curl -s -u '${application.clientId}:${clientSecret}' -d grant_type=client_credentials '${tokenUrl}'`;
  return { ...shown, try_it: request };
}
