import type { Session } from "../../db/database.ts";
import { type ApplicationId, networks, type TenantId } from "../../kernel/id.ts";
import type { IdFragment } from "../../kernel/id-fragment.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { tokenScale } from "../../tokens/index.ts";
import { type PaymentTextDeps, searchPaymentTexts } from "../suspense/payment-list.ts";
import { findApplication } from "./find-application.ts";
import { findTraffic } from "./find-traffic.ts";
import { maxOfKind, type Reach, tenantsOf } from "./reach.ts";
import { selectRecentIds } from "./recent-store.ts";
import {
  type FoundRow,
  type SearchScope,
  selectAddressesByName,
  selectByAmount,
  selectByCode,
  selectByFragment,
  selectHeldByAmount,
} from "./search-store.ts";
import type { Thing } from "./thing.ts";

/** Workspaces whose newest payments are searched for a text, and whose newest traffic for the end of an id: without index. */
const maxWorkspacesRead = 6;

/** Objects whose id ends or begins with this text. */
export async function findByFragment(
  session: Session,
  reach: Reach,
  fragment: IdFragment,
): Promise<readonly Thing[]> {
  const scopes = workspacesOf(reach).slice(0, maxWorkspacesRead);
  const [found, recent] = await Promise.all([
    selectByFragment(session, { fragment, tenantIds: await tenantsOf(session, reach), limit: maxOfKind }),
    Promise.all(scopes.map((scope) => selectRecentIds(session, { ...scope, limit: maxOfKind }, fragment))),
  ]);
  const ids = recent.flat().slice(0, maxOfKind);
  const recentTenants = [...new Set(scopes.map(({ tenantId }) => tenantId))];
  const others = await Promise.all(
    ids.map(async (id) => [
      ...(await findTraffic(session, reach, id, recentTenants)),
      ...(await findApplication(session, id as ApplicationId)),
    ]),
  );
  return [...found.map(thingOf), ...others.flat()];
}

/** Transfers and payments of this amount, the newest of each workspace; for operators also those in suspense. */
export async function findByAmount(
  session: Session,
  reach: Reach,
  amount: { readonly units: bigint; readonly cents: bigint | undefined },
): Promise<readonly Thing[]> {
  const found = await eachWorkspace(reach, (scope) => selectByAmount(session, scope, amount));
  const isOperator = reach.tenantIds === undefined;
  const held =
    isOperator && amount.cents !== undefined
      ? await selectHeldByAmount(session, amount.cents, maxOfKind)
      : [];
  return [...found, ...held].map(thingOf);
}

/** Transfers and payments that failed with this code, the newest of each workspace. */
export async function findByCode(session: Session, reach: Reach, code: string): Promise<readonly Thing[]> {
  return (await eachWorkspace(reach, (scope) => selectByCode(session, scope, code))).map(thingOf);
}

/** Counterparties: addresses by the beginning of their name, and recent payments by sender and reference. */
export async function findByText(
  deps: PaymentTextDeps,
  reach: Reach,
  text: string,
): Promise<readonly Thing[]> {
  const addresses = await eachWorkspace(reach, (scope) => selectAddressesByName(deps.database, scope, text));
  const workspaces = workspacesOf(reach).slice(0, maxWorkspacesRead);
  const payments = await Promise.all(
    workspaces.map(async (scope) => {
      const found = await searchPaymentTexts(deps, { ...scope, text, limit: maxOfKind });
      return found.map(({ payment, counterparty }): Thing => {
        const { value, currency } = payment.amount;
        const title = `${counterparty ?? payment.details.payment_reference ?? "Payment"} · ${value} ${currency}`;
        return { kind: "payment", id: payment.id, ...scope, title, status: payment.status };
      });
    }),
  );
  return [...addresses.map(thingOf), ...payments.flat()];
}

function workspacesOf({ valueTenantIds }: Reach): readonly Omit<SearchScope, "limit">[] {
  return valueTenantIds.flatMap((tenantId: TenantId) => networks.map((network) => ({ tenantId, network })));
}

async function eachWorkspace(
  reach: Reach,
  select: (scope: SearchScope) => Promise<readonly FoundRow[]>,
): Promise<readonly FoundRow[]> {
  const found = workspacesOf(reach).map((scope) => select({ ...scope, limit: maxOfKind }));
  return (await Promise.all(found)).flat();
}

function thingOf({ kind, id, tenantId, network, accountId, status, ...row }: FoundRow): Thing {
  const thing = { id, network, title: titleOf(kind, row), status };
  switch (kind) {
    case "account":
      return { ...thing, kind: id === tenantId ? "tenant" : "account", tenantId };
    case "payment":
      return { ...thing, kind, tenantId: accountId === undefined ? undefined : tenantId };
    case "automation":
      return {
        ...thing,
        kind,
        tenantId,
        ...(accountId === undefined ? {} : { parts: { account_id: accountId } }),
      };
    case "transfer":
    case "address":
      return { ...thing, kind, tenantId };
  }
}

function titleOf(
  kind: FoundRow["kind"],
  { units, currency, name }: Pick<FoundRow, "units" | "currency" | "name">,
): string {
  if (units === undefined || currency === undefined) return name ?? kind;
  const scale = kind === "payment" ? usd.scale : tokenScale;
  const what = kind === "payment" ? "Payment" : "Transfer";
  return `${what} of ${formatAmount({ units, asset: { code: currency, scale } })} ${currency}`;
}
