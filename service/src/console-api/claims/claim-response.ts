import Type, { type Static } from "typebox";
import {
  type Claim,
  ClaimSchema,
  type ClaimsOfAge,
  presentClaim,
  presentSettlement,
  type Settlement,
  SettlementSchema,
} from "../../claims/index.ts";
import type { Session } from "../../db/database.ts";
import { PaginationSchema } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import { IdSchema, named, nullableString } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { type NewId, networks, type UserId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { nameAccounts } from "../accounts/account-names.ts";
import { DualApprovalAboveSchema } from "../held/decision-body.ts";
import { loadRequests, ReleaseRequestSchema } from "../held/held-response.ts";

const ageNames = ["0-7", "8-30", "31-60", "60+"] as const;
type Age = (typeof ageNames)[number];

const ShownClaimSchema = named(
  "ShownClaim",
  Type.Object({
    ...ClaimSchema.properties,
    tenant_name: nullableString(),
    account_name: nullableString(),
    age: Type.Enum([...ageNames], { description: "Days since the claim was opened." }),
  }),
);

export const ClaimListSchema = named(
  "ClaimList",
  Type.Object({
    claims: Type.Array(ShownClaimSchema),
    ageing: Type.Array(
      Type.Object({
        network: Type.Enum([...networks]),
        age: Type.Enum([...ageNames]),
        count: Type.Integer(),
        remaining: Type.String(),
      }),
      {
        description:
          "Number and remaining dollars of the open claims by days since they were opened, for each network that has any. A time range does not limit them.",
      },
    ),
    dual_approval_above: DualApprovalAboveSchema,
    pagination: PaginationSchema,
  }),
);

export const WholeClaimSchema = named(
  "WholeClaim",
  Type.Object({
    ...ShownClaimSchema.properties,
    settlements: Type.Array(SettlementSchema),
    request: Type.Union([Type.Null(), ReleaseRequestSchema]),
    settlement_id: IdSchema,
  }),
);

type ClaimNamesReader = { readonly database: Session; readonly clock: Clock };

export interface ClaimReader extends ClaimNamesReader {
  readonly newId: NewId;
  readonly userId: UserId;
}

/** Dollars of the two networks are never added up. */
export function ageingOf(ages: readonly ClaimsOfAge[]): Static<typeof ClaimListSchema>["ageing"] {
  return networks
    .filter((network) => ages.some((each) => each.network === network))
    .flatMap((network) =>
      ageNames.map((age) => {
        const ofAge = ages.filter((each) => each.network === network && ageAfter(each.days) === age);
        const units = ofAge.reduce((sum, { cents }) => sum + cents, 0n);
        const count = ofAge.reduce((sum, each) => sum + each.count, 0);
        return { network, age, count, remaining: formatAmount({ units, asset: usd }) };
      }),
    );
}

export async function presentWholeClaim(
  reader: ClaimReader,
  { claim, settlements }: { readonly claim: Claim; readonly settlements: readonly Settlement[] },
): Promise<Static<typeof WholeClaimSchema>> {
  const request = (await loadRequests(reader, "claim", [claim.id])).get(claim.id);
  const isCurrent = request?.subjectUpdatedAt === claim.updatedAt;
  const [shown] = await presentClaims(reader, [claim]);
  assert(shown !== undefined, "one claim is presented");
  return {
    ...shown,
    settlements: settlements.map(presentSettlement),
    request: isCurrent ? present(ReleaseRequestSchema, request) : null,
    settlement_id: reader.newId<"claim-settlement">(),
  };
}

export async function presentClaims(
  { database, clock }: ClaimNamesReader,
  claims: readonly Claim[],
): Promise<Static<typeof ShownClaimSchema>[]> {
  const names = await nameAccounts(database, claims);
  return claims.map((claim) => ({
    ...presentClaim(claim),
    tenant_name: names.get(claim.tenantId)?.displayName ?? null,
    account_name: names.get(claim.accountId)?.displayName ?? null,
    age: ageOf(claim, clock.now()),
  }));
}

const dayMs = 86_400_000;

function ageOf({ openedAt }: Claim, now: Instant): Age {
  return ageAfter(Math.floor((now - openedAt) / dayMs));
}

/** Claims that are older are of the last age, too. */
export const oldestDays = 61;

function ageAfter(days: number): Age {
  if (days <= 7) return "0-7";
  if (days <= 30) return "8-30";
  return days <= 60 ? "31-60" : "60+";
}
