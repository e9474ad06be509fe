import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { RoleMap } from "../directory/role-map.ts";
import type { ProvenIdentity } from "./identity-provider.ts";

/** How the company uses its identity provider; see the settings `OIDC_…`. */
export interface SsoPolicy {
  /** The label of the button. */
  readonly name: string;
  readonly issuer: string;
  readonly groupsFrom: "claim" | "scim";
  /** Undefined: the directory authenticates users, and Florin manages their roles. */
  readonly roleMap: RoleMap | undefined;
  readonly requiredAcr: readonly string[];
  readonly requiredAmr: readonly string[];
  readonly allowedDomains: readonly string[] | undefined;
  readonly provisionsUsers: boolean;
  readonly linksByEmail: boolean;
  readonly allowsLocalSignIn: boolean;
  readonly sessionMs: number;
}

/** Whether the provider vouches for multi-factor authentication. Otherwise Florin requires its own second factor. */
export function attestsMfa({ requiredAcr, requiredAmr }: SsoPolicy): boolean {
  return requiredAcr.length > 0 || requiredAmr.length > 0;
}

/** Refuses an identity that the policy does not accept at all. */
export function decideIdentity(policy: SsoPolicy, identity: ProvenIdentity): Refusal | undefined {
  if (!includesAny(policy.requiredAcr, identity.acr) || !includesAny(policy.requiredAmr, identity.amr)) {
    return refuse(
      "not_permitted",
      `${policy.name} did not report multi-factor authentication; sign in there with a second factor`,
    );
  }
  const { allowedDomains } = policy;
  if (allowedDomains === undefined) return undefined;
  const domain = identity.email?.split("@").at(-1)?.toLowerCase();
  if (domain !== undefined && !identity.isEmailVerified) return unverifiedEmail(policy);
  if (domain === undefined || !allowedDomains.includes(domain)) {
    return refuse("not_permitted", "the domain of your email address has no access to this console");
  }
  return undefined;
}

function includesAny(required: readonly string[], found: readonly string[]): boolean {
  return required.length === 0 || required.some((value) => found.includes(value));
}

export function unverifiedEmail({ name }: Pick<SsoPolicy, "name">): Refusal {
  return refuse("not_permitted", `${name} did not verify your email address (claim email_verified)`);
}

export function noRole(): Refusal {
  return refuse("not_permitted", "none of your groups has a role in this console; contact its admins");
}
