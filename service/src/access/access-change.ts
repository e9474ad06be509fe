import type { Cause } from "../kernel/cause.ts";
import type { Instant } from "../kernel/instant.ts";

/** What gave an access: another identity, the command line of the server, the company's directory, or nothing known. */
export type AccessOrigin =
  | { readonly type: "user" | "application"; readonly id: string }
  | { readonly type: "server" | "directory" | "unknown" };

export const accessChangeKinds = [
  /** Access was given: an invitation, or provisioning. */
  "invited",
  /** A role or a membership was widened, or a disabled user enabled. */
  "role",
  /** A link to set a new password was used. */
  "reset",
  /** A link of the server's operator replaced password and second factors: nothing of the earlier access is left. */
  "reissued",
  /** A secret, a key or scopes of an application. */
  "credential",
  /** Another user has confirmed that the identity is a separate individual. */
  "confirmed",
] as const;

/** How the access of a user or an application was given, renewed, widened or confirmed. */
export interface AccessChange {
  readonly kind: (typeof accessChangeKinds)[number];
  readonly origin: AccessOrigin;
  readonly at: Instant;
}

/** The identity behind a change; the service's own jobs act for the server. */
export function originOf({ actor }: Cause): AccessOrigin {
  switch (actor.type) {
    case "user":
    case "application":
      return { type: actor.type, id: actor.id };
    case "operator":
    case "system":
      return { type: "server" };
  }
}
