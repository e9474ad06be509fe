import Type, { type Static } from "typebox";
import { findAccount } from "../../accounts/index.ts";
import { type ApiRequest, queryOf } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { type AccountId, type Network, networks, parseId, type TenantId } from "../../kernel/id.ts";
import { dollars, formatAmount } from "../../kernel/money.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { bankRails } from "../../rails/rail.ts";
import {
  FeeSchema,
  feeFlows,
  isDefaultLimit,
  LimitSchema,
  listFees,
  presentFee,
  presentLimit,
  requireTenant,
  showLimits,
} from "../../transfers/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { effectiveTerms, type WayTerms } from "./effective-terms.ts";

export const limitsPath = `${consolePath}/limits/{tenant_id}`;
export const feesPath = `${consolePath}/fees/{tenant_id}`;

const TermsSchema = named(
  "TransferTerms",
  Type.Object({
    limits: Type.Array(LimitSchema, { description: "Oldest first." }),
    fees: Type.Array(FeeSchema, { description: "Oldest first." }),
  }),
);

const EffectiveQuery = strictObject({
  network: Type.Enum([...networks]),
  account_id: Type.Optional(IdSchema),
});

const EffectiveSchema = named(
  "EffectiveTerms",
  Type.Object({
    account_id: IdSchema,
    ways: Type.Array(
      Type.Object({
        transfer_type: Type.String(),
        most: nullableString({
          description: "Maximum amount of one transfer, in dollars; null if unlimited.",
        }),
        left_today: nullableString({ description: "Null without a daily limit." }),
        left_thirty_days: nullableString({ description: "Null without a limit of 30 days." }),
        limit_ids: Type.Array(IdSchema, { description: "Applicable limits, without default limits." }),
        fees: Type.Array(
          Type.Object({
            flow: Type.Enum([...feeFlows]),
            fee: Type.Union([Type.Null(), FeeSchema], { description: "Null if there is no fee." }),
          }),
        ),
      }),
    ),
  }),
);

/** Configured terms of a tenant, and effective terms of an account. */
export const termsRoutes = endpoints<ConsoleDeps>([
  readEndpoint(`GET ${limitsPath}`, {
    operationId: "listTerms",
    summary: "List the limits and fees of a tenant",
    access: { permission: "limits.read" },
    response: { description: "Configured limits and fees of both networks.", schema: TermsSchema },
    refusals: ["not_found"],
    handle: async (request, { config, database, clock }) => {
      const tenantId = await requireTenant(database, tenantIdOf(request));
      const limits = await showLimits(config, database, tenantId, clock.now());
      const fees = await listFees(database, { tenantId });
      return {
        limits: limits.map(presentLimit),
        fees: fees.map(presentFee),
      } satisfies Static<typeof TermsSchema>;
    },
  }),
  readEndpoint(`GET ${limitsPath}/effective`, {
    operationId: "getEffectiveTerms",
    summary: "Get the effective terms of an account",
    access: { permission: "limits.read" },
    query: EffectiveQuery,
    response: { description: "Terms per chain and rail.", schema: EffectiveSchema },
    refusals: ["not_found"],
    handle: (request, deps) => showEffective(deps, request),
  }),
]);

async function showEffective({ config, database, clock }: ConsoleDeps, request: ApiRequest) {
  const query = queryOf(EffectiveQuery, request);
  const tenantId = await requireTenant(database, tenantIdOf(request));
  const accountId = await requireAccount(database, tenantId, query);
  const limits = await showLimits(config, database, tenantId, clock.now());
  const fees = await listFees(database, { tenantId });
  const ways = [...config.chains.names, ...bankRails];
  const terms = effectiveTerms(limits, fees, { network: query.network, accountId, ways });
  return { account_id: accountId, ways: terms.map(presentWay) } satisfies Static<typeof EffectiveSchema>;
}

async function requireAccount(
  database: ConsoleDeps["database"],
  tenantId: TenantId,
  input: { readonly account_id?: string; readonly network: Network },
): Promise<AccountId> {
  const accountId = parseId<"account">(input.account_id ?? tenantId);
  const account = accountId && (await findAccount(database, { tenantId, accountId }));
  if (account !== undefined && (account.kind === "managing" || account.network === input.network)) {
    return account.id;
  }
  throw new RefusalError(refuse("not_found", `the tenant has no account with this id on ${input.network}`));
}

function presentWay(terms: WayTerms): Static<typeof EffectiveSchema>["ways"][number] {
  const { transferType, mostCents, leftTodayCents, leftThirtyDaysCents, limits, fees } = terms;
  return {
    transfer_type: transferType,
    most: mostCents === undefined ? null : formatAmount(dollars(mostCents)),
    left_today: leftTodayCents === undefined ? null : formatAmount(dollars(leftTodayCents)),
    left_thirty_days: leftThirtyDaysCents === undefined ? null : formatAmount(dollars(leftThirtyDaysCents)),
    limit_ids: limits.filter((limit) => !isDefaultLimit(limit)).map(({ id }) => id),
    fees: fees.map(({ flow, fee }) => ({ flow, fee: fee === undefined ? null : presentFee(fee) })),
  };
}

function tenantIdOf({ params }: ApiRequest): string {
  return params["tenant_id"] ?? "";
}
