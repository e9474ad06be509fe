import { type OAuthError, oauthError } from "./oauth-error.ts";

/** The parameters of a form, each at most once. */
export type Form = ReadonlyMap<string, string>;

// A name that is one of ours may be repeated to the caller; anything else could be a misplaced secret.
const tellableName = /^[a-z_]{1,40}$/;

/** RFC 6749 §3.2: no parameter twice, one without a value counts as left out, unknown ones are ignored. */
export function readForm(body: unknown): Form | OAuthError {
  const form = new Map<string, string>();
  if (typeof body !== "object" || body === null) return form;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== "string") {
      const which = tellableName.test(name) ? `the parameter ${name}` : "a parameter";
      return oauthError("invalid_request", `${which} is sent more than once`);
    }
    if (value !== "") form.set(name, value);
  }
  return form;
}
