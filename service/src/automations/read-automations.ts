import { requireVisibleAccount } from "../accounts/index.ts";
import { findAddresses } from "../addresses/index.ts";
import type { Session } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import { parseId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Payments } from "../payments/index.ts";
import { type Automation, type AutomationScope, automationsOwnerName } from "./automation.ts";
import type { RelatedData } from "./automation-response.ts";
import { selectProblems } from "./run-store.ts";
import { selectAutomation } from "./store.ts";

export interface ReadAutomationsDeps {
  readonly database: Session;
  readonly payments: Pick<Payments, "findVirtualAccounts">;
}

export interface AutomationName {
  readonly principal: Principal;
  readonly accountId: string;
  readonly automationId: string;
}

/** One automation, or 404. */
export async function getAutomation(
  { database }: Pick<ReadAutomationsDeps, "database">,
  { principal, ...name }: AutomationName,
): Promise<Automation> {
  const { network } = principal;
  const { id: accountId, tenantId } = await requireVisibleAccount(database, principal, name.accountId);
  const id = parseId<"automation">(name.automationId);
  const automation =
    id === undefined ? undefined : await selectAutomation(database, { tenantId, network, accountId, id });
  if (automation === undefined)
    throw new RefusalError(refuse("not_found", "there is no automation with this id"));
  return automation;
}

/** Related data of automations: account numbers, addresses and problems. */
export async function loadRelated(
  { database, payments }: ReadAutomationsDeps,
  { tenantId, network }: AutomationScope,
  automations: readonly Automation[],
): Promise<RelatedData> {
  const scope = { tenantId, network };
  const owners = automations
    .filter(({ source }) => source.medium === "bank")
    .map(({ id: subject }) => ({ name: automationsOwnerName, subject }));
  const addressIds = automations.flatMap(({ source }) =>
    source.medium === "chain" && source.addressId !== undefined ? [source.addressId] : [],
  );
  const addresses = await findAddresses(database, scope, addressIds);
  return {
    instructions:
      owners.length === 0 ? new Map() : await payments.findVirtualAccounts(database, scope, owners),
    addresses: new Map(
      addresses.flatMap((each) => (each.medium === "chain" ? [[each.id, each.onChainAddress]] : [])),
    ),
    problems: await selectProblems(
      database,
      scope,
      automations.map(({ id }) => id),
    ),
  };
}
