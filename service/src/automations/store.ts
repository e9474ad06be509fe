import type { Session, Transaction } from "../db/database.ts";
import { list } from "../db/list.ts";
import type { AccountId } from "../kernel/id.ts";
import { isBankRail } from "../rails/rail.ts";
import {
  type Automation,
  type AutomationRow,
  type AutomationScope,
  type AutomationStatus,
  memoOf,
  transferTypeOf,
  valueTypeOf,
} from "./automation.ts";
import { automations } from "./tables.ts";

const insert = automations.insert();

export async function insertAutomation(tx: Transaction, automation: Automation): Promise<void> {
  await insert(tx, toRow(automation));
}

const update = automations.updateOne({
  by: ["tenantId", "id"],
  set: [
    "name",
    "status",
    "sourceAddressId",
    "destinationAddressId",
    "destinationValueType",
    "destinationTransferType",
    "destinationMemo",
    "updatedAt",
  ],
});

export function updateAutomation(tx: Transaction, automation: Automation): Promise<void> {
  return update(tx, toRow(automation));
}

function toRow({ source, destination, ...fields }: Automation): AutomationRow {
  return {
    ...fields,
    sourceValueType: valueTypeOf(source),
    sourceChain: source.medium === "bank" ? undefined : source.chain,
    sourceAddressId: source.medium === "bank" ? undefined : source.addressId,
    destinationAddressId: destination.addressId,
    destinationValueType: valueTypeOf(destination),
    destinationTransferType: transferTypeOf(destination),
    destinationMemo: memoOf(destination),
  };
}

export type AutomationKey = Pick<Automation, "tenantId" | "id" | "network" | "accountId">;

const key = ["tenantId", "id", "network", "accountId"] as const;
const selectOne = automations.one({ by: key });
const lockOne = automations.one({ by: key, lock: "NO KEY UPDATE" });

export async function selectAutomation(
  session: Session,
  key: AutomationKey,
): Promise<Automation | undefined> {
  const row = await selectOne(session, key);
  return row && toAutomation(row);
}

export async function lockAutomation(tx: Transaction, key: AutomationKey): Promise<Automation | undefined> {
  const row = await lockOne(tx, key);
  return row && toAutomation(row);
}

// Locked in one order everywhere, to avoid deadlocks.
const lockMany = automations.many({
  by: ["tenantId", "network", "id[]"],
  orderBy: ["id"],
  lock: "NO KEY UPDATE",
});
const selectMany = automations.many({ by: ["tenantId", "network", "id[]"] });

/** Of any account of the tenant; unknown ids are omitted. */
export async function lockAutomations(
  tx: Transaction,
  { tenantId, network }: AutomationScope,
  ids: readonly string[],
): Promise<readonly Automation[]> {
  return (await lockMany(tx, { tenantId, network, id: [...new Set(ids)] })).map(toAutomation);
}

/** Of any account of the tenant; unknown ids are omitted. */
export async function selectAutomationsById(
  session: Session,
  { tenantId, network }: AutomationScope,
  ids: readonly string[],
): Promise<readonly Automation[]> {
  return (await selectMany(session, { tenantId, network, id: [...new Set(ids)] })).map(toAutomation);
}

// Index: automations_tenant_id_source_address_id_key.
const byAddresses = automations.many({ by: ["tenantId", "sourceAddressId[]", "network"] });

/** Automations that receive tokens at these addresses. */
export async function selectByAddresses(
  session: Session,
  { tenantId, network }: AutomationScope,
  addressIds: readonly string[],
): Promise<readonly Automation[]> {
  const rows = await byAddresses(session, { tenantId, network, sourceAddressId: [...new Set(addressIds)] });
  return rows.map(toAutomation);
}

// Index: automations_by_account.
const receiving = automations.many({
  by: ["tenantId", "accountId", "network"],
  where: "source_chain IS NULL AND status = 'active'",
  orderBy: ["id DESC"],
  limit: true,
});

/** Active dollar automations of an account, newest first. */
export async function selectReceiving(
  session: Session,
  owner: AutomationScope & { readonly accountId: AccountId },
  limit: number,
): Promise<readonly Automation[]> {
  return (await receiving(session, { ...owner, limit })).map(toAutomation);
}

interface AutomationFilters extends AutomationScope {
  readonly accountId: AccountId;
  readonly status?: AutomationStatus | undefined;
}

/** Of an account, newest first. Index: automations_by_account. */
export const automationList = list<AutomationRow, AutomationFilters, Automation>({
  from: automations,
  filters: { tenantId: "tenant_id", accountId: "account_id", network: "network", status: "status" },
  totals: { status: "status" },
  toItem: toAutomation,
});

function toAutomation(row: AutomationRow): Automation {
  const { sourceChain: chain, sourceValueType: valueType, sourceAddressId, ...rest } = row;
  const { destinationTransferType: way, destinationValueType, destinationAddressId, ...others } = rest;
  const { destinationMemo: memo, ...fields } = others;
  return {
    ...fields,
    source:
      chain === undefined
        ? { medium: "bank" }
        : { medium: "chain", chain, valueType, addressId: sourceAddressId },
    destination: isBankRail(way)
      ? { medium: "bank", rail: way, addressId: destinationAddressId }
      : {
          medium: "chain",
          chain: way,
          valueType: destinationValueType,
          addressId: destinationAddressId,
          ...(memo === undefined ? {} : { memo }),
        },
  };
}

export const disableAutomations = automations.update({
  where: "status = 'active'",
  setText: "status = 'disabled'",
  audited: [],
});

export const automationView = automations.view("tenant_id, network, id, account_id, status, name");
