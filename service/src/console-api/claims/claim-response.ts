import Type, { type Static } from "typebox";
import {
  type Claim,
  ClaimSchema,
  presentClaim,
  presentSettlement,
  type Settlement,
  SettlementSchema,
} from "../../claims/index.ts";
import type { Session } from "../../db/database.ts";
import { present } from "../../http/present.ts";
import { IdSchema, named, nullableString } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { type NewId, networks, type UserId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { nameAccounts } from "../accounts/account-names.ts";
import { DualApprovalAboveSchema } from "../held/decision-body.ts";
import { loadRequests, ReleaseRequestSchema } from "../held/held-response.ts";

/** Maximum length of the list. */
export const maxClaims = 200;

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
          "Number and remaining dollars of the shown claims by days since they were opened, for each network that has any.",
      },
    ),
    dual_approval_above: DualApprovalAboveSchema,
    is_complete: Type.Boolean(),
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

export async function presentClaims(
  reader: ClaimNamesReader,
  claims: readonly Claim[],
  {
    isComplete,
    dualApprovalAbove,
  }: { readonly isComplete: boolean; readonly dualApprovalAbove: string | null },
): Promise<Static<typeof ClaimListSchema>> {
  return {
    claims: await presentEach(reader, claims),
    ageing: ageingOf(claims, reader.clock.now()),
    dual_approval_above: dualApprovalAbove,
    is_complete: isComplete,
  };
}

/** Dollars of the two networks are never added up. */
export function ageingOf(claims: readonly Claim[], now: Instant): Static<typeof ClaimListSchema>["ageing"] {
  return networks
    .filter((network) => claims.some((claim) => claim.network === network))
    .flatMap((network) =>
      ageNames.map((age) => {
        const ofAge = claims.filter((claim) => claim.network === network && ageOf(claim, now) === age);
        const units = ofAge.reduce((sum, { remainingCents }) => sum + remainingCents, 0n);
        return { network, age, count: ofAge.length, remaining: formatAmount({ units, asset: usd }) };
      }),
    );
}

export async function presentWholeClaim(
  reader: ClaimReader,
  { claim, settlements }: { readonly claim: Claim; readonly settlements: readonly Settlement[] },
): Promise<Static<typeof WholeClaimSchema>> {
  const request = (await loadRequests(reader, "claim", [claim.id])).get(claim.id);
  const isCurrent = request?.subjectUpdatedAt === claim.updatedAt;
  const [shown] = await presentEach(reader, [claim]);
  assert(shown !== undefined, "one claim is presented");
  return {
    ...shown,
    settlements: settlements.map(presentSettlement),
    request: isCurrent ? present(ReleaseRequestSchema, request) : null,
    settlement_id: reader.newId<"claim-settlement">(),
  };
}

async function presentEach(
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
  const days = Math.floor((now - openedAt) / dayMs);
  if (days <= 7) return "0-7";
  if (days <= 30) return "8-30";
  return days <= 60 ? "31-60" : "60+";
}
