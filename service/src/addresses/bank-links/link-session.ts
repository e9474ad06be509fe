import type { RowOf } from "../../db/table.ts";
import type { Id } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { refuseAt } from "../read-transfer-types.ts";
import type { bankLinkSessions } from "../tables.ts";

export type LinkSessionId = Id<"bank-link-session">;

type Row = RowOf<typeof bankLinkSessions>;

/** The session from a link token to a registered bank account. Each token is valid for one step. */
export type LinkSession = OpenedSession | PickedSession | RegisteredSession;
export type OpenedSession = Row & { readonly state: "opened" };
/** `sealed` is undefined for a renewal, whose account is that of the address. */
export type PickedSession = Row & { readonly state: "picked"; readonly publicExpiresAt: Instant };
type RegisteredSession = Row & { readonly state: "registered" };

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
