import Type, { type Static } from "typebox";
import { findAccount } from "../../accounts/index.ts";
import {
  type Claim,
  ClaimSchema,
  presentClaim,
  presentSettlement,
  type Settlement,
  SettlementSchema,
} from "../../claims/index.ts";
import type { Session } from "../../db/database.ts";
import { IdSchema, named, nullableString } from "../../http/schemas.ts";
import { type NewId, networks, parseId, type UserId } from "../../kernel/id.ts";
import { type Clock, formatInstant, type Instant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { findUser } from "../../users/index.ts";
import { DualApprovalAboveSchema } from "../held/decision-body.ts";
import { ReleaseRequestSchema } from "../held/held-response.ts";
import { selectRequests } from "../held/request-store.ts";

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
  const now = reader.clock.now();
  const shown: Static<typeof ShownClaimSchema>[] = [];
  for (const claim of claims) shown.push(await present(reader, claim, now));
  return {
    claims: shown,
    ageing: ageingOf(claims, now),
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
  const request = (await selectRequests(reader.database, "claim", [claim.id])).get(claim.id);
  const isCurrent = request !== undefined && request.subjectUpdatedAt === claim.updatedAt;
  const requester = isCurrent ? await findUser(reader.database, request.requestedBy) : undefined;
  return {
    ...(await present(reader, claim, reader.clock.now())),
    settlements: settlements.map(presentSettlement),
    request: isCurrent
      ? {
          requested_by: request.requestedBy,
          requested_by_name: requester?.name ?? null,
          is_yours: request.requestedBy === reader.userId,
          reason: request.reason,
          requested_at: formatInstant(request.requestedAt),
          target: request.target ?? null,
        }
      : null,
    settlement_id: reader.newId<"claim-settlement">(),
  };
}

async function present(
  { database }: ClaimNamesReader,
  claim: Claim,
  now: Instant,
): Promise<Static<typeof ShownClaimSchema>> {
  const { tenantId, accountId } = claim;
  const managerId = parseId<"account">(tenantId);
  const account = await findAccount(database, { tenantId, accountId });
  const manager = managerId && (await findAccount(database, { tenantId, accountId: managerId }));
  return {
    ...presentClaim(claim),
    tenant_name: manager?.name ?? null,
    account_name: account?.name ?? null,
    age: ageOf(claim, now),
  };
}

const dayMs = 86_400_000;

function ageOf({ openedAt }: Claim, now: Instant): Age {
  const days = Math.floor((now - openedAt) / dayMs);
  if (days <= 7) return "0-7";
  if (days <= 30) return "8-30";
  return days <= 60 ? "31-60" : "60+";
}
