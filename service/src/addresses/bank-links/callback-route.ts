import Type, { type Static } from "typebox";
import { findAccount } from "../../accounts/index.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { type Route, readRoute } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { bankLinkTag as tag } from "../../http/tags.ts";
import type { Instant } from "../../kernel/instant.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { type LinkSession, type PickedSession, requirePicked } from "./link-session.ts";
import { digestToken, keyOfToken, type TokenKey } from "./link-token.ts";
import { type RegisterAccountDeps, type RegisteredAccount, registerSession } from "./register-account.ts";
import {
  CustomerWebhookField,
  CustomerWebhookSchema,
  LinkedTypesField,
  PublicTokenField,
  presentCustomerWebhook,
} from "./register-request.ts";
import { lockByCallback } from "./store.ts";
import { inquireWebhookUrl } from "./webhook-url.ts";

export type CallbackRouteDeps = RegisterAccountDeps & { readonly database: Database };

const CallbackSchema = named(
  "LinkCallbackRequest",
  strictObject(
    {
      public_token: PublicTokenField,
      transfer_types: LinkedTypesField,
      customer_webhook_url: Type.Optional(CustomerWebhookSchema),
    },
    { description: "A bank account picked by its owner." },
  ),
);

/** Registers a linked bank account without a bearer token: the link session in the path is the authorization. */
export function callbackRoute(deps: CallbackRouteDeps): Route {
  return readRoute("POST /banklink/callbacks/{link_session}", {
    operationId: "receiveLinkCallback",
    tag,
    summary: "Register a linked bank account by callback",
    description:
      "The `callback_url` of a link token. Takes the public token of its link session and registers the account, as " +
      "`POST /accounts/{account_id}/banklink/register-account` does, without a bearer token. It works once, until the " +
      "link token expires; then, like any unknown one, it is not found. A refused request does not use it up.",
    access: "public",
    body: {
      schema: CallbackSchema,
      example: { public_token: "florin_public_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
    },
    response: {
      status: 201,
      description: "The address.",
      schema: Type.Object({ address_id: IdSchema, customer_webhook: CustomerWebhookField }),
      example: { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async ({ params, body, requestId }) => {
      const key = keyOfToken(params["link_session"] ?? "");
      // A host name is resolved for known sessions only, or strangers could look names up here.
      await deps.database.transaction(async (tx) => requireOpen(deps, await lockByCallback(tx, key)));
      const webhookRefusal = await inquireWebhookUrl(deps.bankLinks.callbacks, body.customer_webhook_url);
      if (webhookRefusal !== undefined) throw new RefusalError(webhookRefusal);
      const { address, customerWebhook } = await deps.database.transaction((tx) =>
        take(deps, tx, { key, body, requestId }),
      );
      return {
        status: 201,
        body: { address_id: address.id, ...presentCustomerWebhook(customerWebhook) },
      };
    },
  });
}

interface Callback {
  readonly key: TokenKey | undefined;
  readonly body: Static<typeof CallbackSchema>;
  readonly requestId: string;
}

/** Refusals say nothing about the account: who has the URL may not be its owner. */
async function take(
  deps: CallbackRouteDeps,
  tx: Transaction,
  { key, body, requestId }: Callback,
): Promise<RegisteredAccount> {
  const found = await lockByCallback(tx, key);
  const session = requireCalled(deps, { found, publicToken: body.public_token });
  const { tenantId, network, accountId } = session;
  const account = await findAccount(tx, { tenantId, accountId });
  if (account?.status !== "complete") throw notFound();
  const unattended = await deps.bankLinks.callbacks.refuseUnattended(tx, { tenantId, network });
  if (unattended !== undefined) throw new RefusalError(unattended);
  const cause = { actor: { type: "system", name: "banklink.callback" }, requestId } as const;
  const scope = { tenantId, network, accountId };
  return registerSession(deps, tx, { scope, cause, session, request: body }).catch(hideConflict);
}

interface Called {
  readonly found: LinkSession | undefined;
  readonly publicToken: string;
}

/** The session of this callback, whose public token it must be. */
function requireCalled(deps: CallbackRouteDeps, { found, publicToken }: Called): PickedSession {
  const session = requireOpen(deps, found);
  const isOwn = session.publicDigest?.equals(digestToken(publicToken));
  return orThrow(requirePicked(isOwn ? session : undefined, deps.clock.now()));
}

function requireOpen({ clock }: CallbackRouteDeps, found: LinkSession | undefined): LinkSession {
  if (found === undefined || isOver(found, clock.now())) throw notFound();
  return found;
}

function isOver({ state, linkExpiresAt }: LinkSession, now: Instant): boolean {
  return state === "registered" || now >= linkExpiresAt;
}

function notFound(): RefusalError {
  return new RefusalError(refuse("not_found", "there is no such link session, or it is over"));
}

/** A conflict names the address that the account already has, which is for the account's own clients. */
function hideConflict(error: unknown): never {
  const isConflict = error instanceof RefusalError && error.refusal.code === "conflict";
  throw isConflict ? new RefusalError(alreadyLinked) : error;
}

const alreadyLinked: Refusal = refuse("conflict", "this bank account is already linked");
