import type { Instant } from "../../kernel/instant.ts";

/** The port to the company's identity provider (OpenID Connect). */
export interface IdentityProvider {
  /** Where the browser goes to authenticate. Throws `ProviderUnavailable`. */
  authorizationUrl(visit: Visit): Promise<string>;
  /** Exchanges the authorization response for the identity it proves. Throws `ProviderUnavailable`. */
  redeem(visit: Visit, responseQuery: string): Promise<ProvenIdentity | ProviderRefusal>;
  /** Where the browser ends the session at the provider; undefined if the provider offers no such page. */
  endSessionUrl(): Promise<string | undefined>;
  /** What a logout token ends; undefined for an invalid one. Throws `ProviderUnavailable`. */
  verifyLogoutToken(token: string): Promise<LogoutNotice | undefined>;
}

/** One visit of one browser to the provider, with the values that bind the response to it. */
export interface Visit {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The user must authenticate now, even with a session at the provider. */
  readonly isFresh: boolean;
}

export interface ProvenIdentity {
  readonly kind: "proven";
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
  /** Undefined if the token has no such claim. */
  readonly groups: readonly string[] | undefined;
  /** What SCIM calls the user, in the claim that the configuration names. */
  readonly externalId: string | undefined;
  readonly acr: readonly string[];
  readonly amr: readonly string[];
  readonly authenticatedAt: Instant | undefined;
  readonly providerSessionId: string | undefined;
}

/** The provider or the response was wrong; `detail` is for the user and contains no secrets. */
export interface ProviderRefusal {
  readonly kind: "refused";
  readonly detail: string;
}

/** Ends one session at the provider, or all sessions of a subject. */
export interface LogoutNotice {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly providerSessionId: string | undefined;
}

/** The provider cannot be reached, or does not work. */
export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}
