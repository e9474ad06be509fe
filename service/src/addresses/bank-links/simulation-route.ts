import Type, { type Static } from "typebox";
import { maxTextLength } from "../../accounts/index.ts";
import type { Transaction } from "../../db/database.ts";
import {
  type ApiRequest,
  accountIn,
  causeOf,
  principalOf,
  type Route,
  writeRoute,
} from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { simulationTag as tag } from "../../http/tags.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { accountTypes } from "../bank/bank-details.ts";
import { requireCompleteAccount } from "../requested-address.ts";
import { type LinkTokenDeps, openSession } from "./create-link-token.ts";
import { requireOpened } from "./link-session.ts";
import { keyOfToken, maxTokenLength } from "./link-token.ts";
import { type PickAccountDeps, type PublicToken, pickAccount } from "./pick-account.ts";
import type { PageProvider } from "./provider.ts";
import { examplePublicToken, PublicTokenSchema, presentPublicToken } from "./public-token-response.ts";
import { lockByLink } from "./store.ts";

export type SimulationRouteDeps = LinkTokenDeps & PickAccountDeps;

/** The owner's steps on the page, without a browser. Available only if testnet has a page. */
export function simulatePublicToken(deps: SimulationRouteDeps): readonly Route[] {
  const { page } = deps.bankLinks.testnet;
  if (page === undefined) return [];
  const schema = requestSchema(page);
  return [
    writeRoute("POST /accounts/{account_id}/simulations/banklink/public_token", {
      operationId: "simulatePublicToken",
      tag,
      summary: "Simulate linking a bank account",
      description:
        "Testnet only. An owner picks an account, with your link token or with a new one, and you get the public " +
        "token. Each call opens a new account at the test bank.",
      network: "testnet",
      access: { scope: "simulations:write" },
      body: { schema, example: { institution: page.institutions[0]?.id, account_type: "checking" } },
      response: {
        status: 201,
        description: "The public token.",
        schema: PublicTokenSchema,
        example: examplePublicToken,
      },
      refusals: ["not_found", "unprocessable"],
      sealsResponse: true,
      handle: async (tx, request) =>
        presentPublicToken(await simulate(deps, tx, { request, page, body: request.body })),
    }),
  ];
}

function requestSchema(page: PageProvider) {
  return named(
    "SimulatePublicTokenRequest",
    strictObject({
      link_token: Type.Optional(
        Type.String({
          maxLength: maxTokenLength,
          description: "Link token to use; a new one is created by default.",
        }),
      ),
      institution: Type.Optional(
        Type.Enum(
          page.institutions.map(({ id }) => id),
          { description: "Test bank; defaults to the first one." },
        ),
      ),
      account_type: Type.Optional(Type.Enum([...accountTypes], { description: "Defaults to `checking`." })),
      owner: Type.Optional(
        Type.String({
          maxLength: maxTextLength,
          description: "Owner of the account; defaults to the business itself.",
        }),
      ),
    }),
  );
}

interface Simulation {
  readonly request: ApiRequest;
  readonly page: PageProvider;
  readonly body: Static<ReturnType<typeof requestSchema>>;
}

async function simulate(
  deps: SimulationRouteDeps,
  tx: Transaction,
  { request, page, body }: Simulation,
): Promise<PublicToken> {
  const cause = causeOf(request);
  const accountId = accountIn(request);
  const scope = await requireCompleteAccount(tx, principalOf(request), accountId);
  const { link_token: linkToken, institution, account_type: accountType, owner } = body;
  const choice = { institution, accountType, owner };
  if (linkToken === undefined) {
    const { session } = await openSession(deps, tx, {
      scope,
      cause,
      prefill: {},
      renewsAddressId: undefined,
    });
    return pickAccount(deps, tx, { session, page, cause, choice });
  }
  const found = await lockByLink(tx, keyOfToken(linkToken));
  const isOwn = found?.accountId === scope.accountId && found.network === scope.network;
  const session = orThrow(requireOpened(isOwn ? found : undefined, deps.clock.now()));
  return pickAccount(deps, tx, { session, page, cause, choice });
}
