import { type OAuthError, oauthError } from "./oauth-error.ts";

/** Form parameters, each at most once. */
export type Form = ReadonlyMap<string, string>;

// Only names that look like a parameter are echoed to the caller; anything else could be a misplaced secret.
const echoableName = /^[a-z_]{1,40}$/;

/**
 * RFC 6749 §3.2: repeated parameters are an error, parameters without a value count as absent, unknown ones are
 * ignored.
 */
export function readForm(body: unknown): Form | OAuthError {
  const form = new Map<string, string>();
  if (typeof body !== "object" || body === null) return form;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== "string") {
      const which = echoableName.test(name) ? `the parameter ${name}` : "a parameter";
      return oauthError("invalid_request", `${which} is repeated`);
    }
    if (value !== "") form.set(name, value);
  }
  return form;
}
