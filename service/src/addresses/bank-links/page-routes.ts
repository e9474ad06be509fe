import Type, { type Static } from "typebox";
import { findAccount } from "../../accounts/index.ts";
import type { Database } from "../../db/database.ts";
import { type ApiRequest, type Route, readRoute } from "../../http/route.ts";
import { DateTimeSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { bankLinkTag as tag } from "../../http/tags.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { accountTypes, loadBankDetails } from "../bank/bank-details.ts";
import { nameOf } from "../bank/read-bank-account.ts";
import { findAddress } from "../find-address.ts";
import type { LinkTokenDeps } from "./create-link-token.ts";
import { type OpenedSession, requireOpened } from "./link-session.ts";
import { keyOfToken, maxTokenLength } from "./link-token.ts";
import { type PickAccountDeps, pickAccount } from "./pick-account.ts";
import { openPrefill } from "./prefill.ts";
import type { PageFile, PageProvider } from "./provider.ts";
import { examplePublicToken, PublicTokenSchema, presentPublicToken } from "./public-token-response.ts";
import { lockByLink, selectByLink } from "./store.ts";

export type PageRouteDeps = LinkTokenDeps & PickAccountDeps & { readonly database: Database };

/**
 * The page of a provider and the endpoints for its script. The link token is the only authorization; there is no
 * session.
 */
export function pageRoutes(deps: PageRouteDeps): readonly Route[] {
  const { page } = deps.bankLinks.testnet;
  if (page === undefined) return [];
  return [
    ...page.files.map((file) => fileRoute(page, file)),
    sessionRoute(deps, page),
    pickRoute(deps, page),
  ];
}

// Scripts and styles come only from this server, and none is inline.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const fileNames = {
  "": { operation: "showBankLinkPage", summary: "Page for picking a bank account" },
  "page.css": { operation: "getBankLinkPageStyle", summary: "Stylesheet of the page" },
  "page.js": { operation: "getBankLinkPageScript", summary: "Script of the page" },
} as const;

function fileRoute(page: PageProvider, { path, contentType, body }: PageFile): Route {
  const { operation: operationId, summary } = fileNames[path];
  return readRoute(`GET /banklink/${page.name}${path === "" ? "" : `/${path}`}`, {
    operationId,
    tag,
    summary,
    description: "Testnet only. For browsers, with a link token in the URL fragment.",
    access: "public",
    response: { description: "The file.", mediaType: contentType, schema: Type.String() },
    handle: async () => ({
      status: 200,
      body,
      headers: {
        "content-type": `${contentType}; charset=utf-8`,
        "content-security-policy": contentSecurityPolicy,
      },
    }),
  });
}

const LinkTokenField = Type.String({ maxLength: maxTokenLength });

const SessionRequestSchema = named("BankLinkSessionRequest", strictObject({ link_token: LinkTokenField }));

const SessionSchema = named(
  "BankLinkSession",
  Type.Object({
    account_name: Type.String({ description: "The account that the bank account is linked to." }),
    legal_name: nullableString({ description: "The owner, if the application has stated the name." }),
    renews: nullableString({ description: "The bank account whose link is renewed; null for a new link." }),
    expiration: DateTimeSchema,
  }),
);

function sessionRoute(deps: PageRouteDeps, page: PageProvider): Route {
  return readRoute(`POST /banklink/${page.name}/session`, {
    operationId: "showBankLinkSession",
    tag,
    summary: "Get a link session",
    description: "Testnet only, for the page. The link token is the authorization, and is not used up.",
    access: "public",
    effect: "none",
    body: { schema: SessionRequestSchema },
    response: {
      description: "The data that the page shows.",
      schema: SessionSchema,
      example: {
        account_name: "Acme",
        legal_name: "Wilhelmina Vanderquack",
        renews: null,
        expiration: "2026-11-15T11:21:12.000Z",
      },
    },
    refusals: ["unprocessable"],
    handle: async (request) => {
      const { link_token } = request.body;
      const found = await selectByLink(deps.database, keyOfToken(link_token));
      const session = orThrow(requireOpened(found, deps.clock.now()));
      return { status: 200, body: await presentSession(deps, session) };
    },
  });
}

async function presentSession(
  deps: PageRouteDeps,
  { renewsAddressId, ...session }: OpenedSession,
): Promise<Static<typeof SessionSchema>> {
  const account = await findAccount(deps.database, session);
  assert(account !== undefined, "accounts are never deleted");
  const expiration = formatInstant(session.linkExpiresAt);
  const { legal_name: legalName = null } = openPrefill(deps.keyRing, session.sealed, session);
  const shown = { account_name: account.name, legal_name: legalName, expiration };
  if (renewsAddressId === undefined) return { ...shown, renews: null };
  const address = await findAddress(deps.database, { ...session, addressId: renewsAddressId });
  assert(address !== undefined, "addresses are never deleted");
  const bank = (await loadBankDetails(deps, deps.database, [address])).get(address.id);
  assert(bank !== undefined, "every bank address has details");
  return { ...shown, renews: nameOf("the account", bank) };
}

const PickSchema = named(
  "PickBankAccountRequest",
  strictObject({
    link_token: LinkTokenField,
    institution: Type.Optional(Type.String({ maxLength: maxTokenLength })),
    account_type: Type.Optional(Type.Enum([...accountTypes])),
  }),
);

function pickRoute(deps: PageRouteDeps, page: PageProvider): Route {
  return readRoute(`POST /banklink/${page.name}/public_token`, {
    operationId: "pickBankAccount",
    tag,
    summary: "Pick a bank account",
    description:
      "Testnet only, for the page. Uses up the link token and returns the public token of the account.",
    access: "public",
    body: { schema: PickSchema },
    response: {
      status: 201,
      description: "The public token.",
      schema: PublicTokenSchema,
      example: examplePublicToken,
    },
    refusals: ["unprocessable"],
    handle: async (request) => {
      const { link_token, institution, account_type: accountType } = request.body;
      const picked = await deps.database.transaction(async (tx) => {
        const found = await lockByLink(tx, keyOfToken(link_token));
        const session = orThrow(requireOpened(found, deps.clock.now()));
        const choice = { institution, accountType };
        return pickAccount(deps, tx, { session, page, cause: causeAt(page, request), choice });
      });
      return presentPublicToken(picked);
    },
  });
}

/** The link token is the only authentication on the page. */
function causeAt({ name }: PageProvider, { requestId }: ApiRequest): Cause {
  return { actor: { type: "system", name: `banklink.${name}` }, requestId };
}
