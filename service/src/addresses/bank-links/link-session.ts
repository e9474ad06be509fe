import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { AddressId } from "../address.ts";
import { refuseAt } from "../read-transfer-types.ts";

export type LinkSessionId = Id<"bank-link-session">;

/** The session from a link token to a registered bank account. Each token is valid for one step. */
export type LinkSession = OpenedSession | PickedSession | RegisteredSession;

export interface OpenedSession extends SessionFields {
  readonly state: "opened";
  /** Data for the provider's page; undefined if the application sent none. */
  readonly sealed: Buffer | undefined;
}

export interface PickedSession extends SessionFields {
  readonly state: "picked";
  readonly publicExpiresAt: Instant;
  /** The picked account; undefined for a renewal, whose account is that of the address. */
  readonly sealed: Buffer | undefined;
}

interface RegisteredSession extends SessionFields {
  readonly state: "registered";
}

interface SessionFields {
  readonly id: LinkSessionId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  /** The address whose link is renewed; undefined for a first link. */
  readonly renewsAddressId: AddressId | undefined;
  readonly linkExpiresAt: Instant;
  readonly createdAt: Instant;
}

/** The session of a valid link token. */
export function requireOpened(session: LinkSession | undefined, now: Instant): OpenedSession | Refusal {
  if (session === undefined) return badToken("/link_token", "is not a known token");
  if (session.state !== "opened") return badToken("/link_token", "was already used; get a new one");
  return now < session.linkExpiresAt ? session : badToken("/link_token", "has expired; get a new one");
}

/** The session of a valid public token. */
export function requirePicked(session: LinkSession | undefined, now: Instant): PickedSession | Refusal {
  if (session === undefined) return badToken("/public_token", "is not a known token");
  if (session.state !== "picked")
    return badToken("/public_token", "was already used; link the bank account again");
  return now < session.publicExpiresAt
    ? session
    : badToken("/public_token", "has expired; link the bank account again");
}

function badToken(pointer: string, detail: string): Refusal {
  return refuseAt("unprocessable", pointer, detail);
}
