import { parseBasicCredentials } from "./basic-credentials.ts";
import type { Form } from "./form.ts";
import { type OAuthError, oauthError } from "./oauth-error.ts";

/** Client authentication as sent in a request. */
export type ClientCredentials =
  | { readonly kind: "secret"; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: "assertion"; readonly clientId: string | undefined; readonly assertion: string };

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Finds the credentials of a request; RFC 6749 §2.3 allows only one authentication method per request. */
export function readClientCredentials(
  authorization: string | undefined,
  form: Form,
): ClientCredentials | OAuthError {
  const ways = [authorization, form.get("client_secret"), form.get("client_assertion")];
  if (ways.filter((way) => way !== undefined).length > 1) {
    return oauthError("invalid_request", "more than one client authentication method was used");
  }
  if (authorization !== undefined) return readBasic(authorization, form);
  if (form.has("client_assertion") || form.has("client_assertion_type")) return readAssertion(form);
  const clientId = form.get("client_id");
  const clientSecret = form.get("client_secret");
  if (clientSecret === undefined) {
    return oauthError("invalid_client", "client authentication is missing");
  }
  if (clientId === undefined) return oauthError("invalid_request", "the parameter client_id is missing");
  return { kind: "secret", clientId, clientSecret };
}

function readBasic(authorization: string, form: Form): ClientCredentials | OAuthError {
  const credentials = parseBasicCredentials(authorization);
  if (credentials === undefined) {
    return oauthError("invalid_client", "the Authorization header does not contain valid Basic credentials");
  }
  // Some libraries also send client_id in the form, which is harmless if it is the same one.
  const named = form.get("client_id");
  if (named !== undefined && named !== credentials.clientId) {
    return oauthError("invalid_request", "client_id does not match the client in the Authorization header");
  }
  return { kind: "secret", ...credentials };
}

function readAssertion(form: Form): ClientCredentials | OAuthError {
  const assertion = form.get("client_assertion");
  const type = form.get("client_assertion_type");
  if (assertion === undefined || type === undefined) {
    return oauthError("invalid_request", "client_assertion and client_assertion_type must be sent together");
  }
  if (type !== assertionType) {
    return oauthError("invalid_client", `client_assertion_type must be ${assertionType}`);
  }
  return { kind: "assertion", clientId: form.get("client_id"), assertion };
}
