import Type, { type Static } from "typebox";
import { type Account, countManagedAccounts, type FoundAccount } from "../../accounts/index.ts";
import { countApplicationsOfTenants } from "../../auth/index.ts";
import type { Session } from "../../db/database.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { type Network, tenantOf } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";

const CountsSchema = Type.Object({
  managed_accounts: Type.Integer(),
  pending_accounts: Type.Integer({ description: "Accounts in review." }),
  applications: Type.Integer({ description: "Applications that are not revoked." }),
});

export const TenantSchema = named(
  "ConsoleTenant",
  Type.Object(
    {
      id: IdSchema,
      name: Type.String(),
      business_name: nullableString({ description: "Legal name." }),
      self_attested: Type.Boolean({ description: "True for a tokenization account." }),
      created: DateTimeSchema,
      testnet: CountsSchema,
      mainnet: CountsSchema,
    },
    { description: "A managing account with counts per network." },
  ),
);

type Counts = Readonly<Record<Network, Static<typeof CountsSchema>>>;

/** With the counts of each, computed for all at once. */
export async function presentTenants(
  session: Session,
  found: readonly Omit<FoundAccount, "stage" | "status">[],
): Promise<Static<typeof TenantSchema>[]> {
  const ids = found.map(({ id }) => tenantOf(id));
  const accounts = await countManagedAccounts(session, ids);
  const applications = await countApplicationsOfTenants(session, ids);
  return found.map((tenant) => {
    const isOfTenant = ({ tenantId }: { readonly tenantId: string }) => tenantId === tenant.id;
    const counts = countOf(accounts.filter(isOfTenant), applications.filter(isOfTenant));
    return presentTenant(tenant, counts);
  });
}

export function countOf(
  accounts: Awaited<ReturnType<typeof countManagedAccounts>>,
  applications: Awaited<ReturnType<typeof countApplicationsOfTenants>>,
): Counts {
  const inNetwork = (requested: Network): Static<typeof CountsSchema> => {
    const managed = accounts.filter(({ network }) => network === requested);
    return {
      managed_accounts: sum(managed),
      pending_accounts: sum(managed.filter(({ status }) => status === "pending")),
      applications: sum(applications.filter(({ network }) => network === requested)),
    };
  };
  return { testnet: inNetwork("testnet"), mainnet: inNetwork("mainnet") };
}

function sum(counted: readonly { readonly count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0);
}

export function presentTenant(
  tenant: Pick<Account, "id" | "name" | "businessName" | "selfAttested" | "createdAt">,
  counts: Counts,
): Static<typeof TenantSchema> {
  const { id, name, businessName, selfAttested, createdAt } = tenant;
  return {
    id,
    name,
    created: formatInstant(createdAt),
    business_name: businessName ?? null,
    self_attested: selfAttested,
    ...counts,
  };
}
