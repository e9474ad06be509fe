import type { Transaction } from "../../db/database.ts";
import type { JobQueue } from "../../jobs/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Grant, Invitation } from "../invitations/invitation.ts";
import { invite } from "../invitations/invite.ts";
import type { UsersDeps } from "../users-deps.ts";
import { mailLinkKind } from "./mail-link.ts";

export interface RequestLinkDeps extends UsersDeps {
  readonly jobQueue: JobQueue;
  /** Whether there is a mail server. Without one, `florin admin users link` shows the link. */
  readonly sendsMail: boolean;
}

export interface RequestedLink {
  readonly invitation: Invitation;
  readonly delivery: "email" | "command_line";
}

/** Invites or resets a user. The link reaches the user on another way than through the requester, who never sees it. */
export async function requestLink(
  deps: RequestLinkDeps,
  tx: Transaction,
  request: { readonly grant: Grant; readonly cause: Cause },
): Promise<RequestedLink> {
  const { invitation } = await invite(deps, tx, request);
  if (!deps.sendsMail) return { invitation, delivery: "command_line" };
  await deps.jobQueue.enqueue(tx, { kind: mailLinkKind, payload: { invitation_id: invitation.id } });
  return { invitation, delivery: "email" };
}
