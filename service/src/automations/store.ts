import type { ChainMemo } from "../chains/chain-memo.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Session, Transaction } from "../db/database.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { type BankRail, isBankRail } from "../rails/rail.ts";
import {
  type Automation,
  type AutomationId,
  type AutomationScope,
  type AutomationStatus,
  memoOf,
  transferTypeOf,
  valueTypeOf,
} from "./automation.ts";

export const columns = `tenant_id, network, id, account_id, name, status, source_value_type, source_chain, source_address_id,
  destination_address_id, destination_value_type, destination_transfer_type, destination_memo,
  brand_account_id, created_at, updated_at`;

export type AutomationRow = Omit<Automation, "source" | "destination"> & {
  readonly sourceValueType: string;
  readonly sourceChain: ChainName | undefined;
  readonly sourceAddressId: string | undefined;
  readonly destinationAddressId: string;
  readonly destinationValueType: string;
  readonly destinationTransferType: ChainName | BankRail;
  readonly destinationMemo: ChainMemo | undefined;
};

const insert = statement(`
  INSERT INTO automations (${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15::timestamptz, $16::timestamptz)`);

export async function insertAutomation(tx: Transaction, automation: Automation): Promise<void> {
  const { tenantId, network, id, accountId, source, brandAccountId, createdAt } = automation;
  const common = [tenantId, network, id, accountId];
  const from = [valueTypeOf(source), source.medium === "bank" ? null : source.chain];
  const [name, status, addressId, ...to] = changing(automation);
  const updatedAt = formatInstant(automation.updatedAt);
  await tx.run(insert, [
    ...common,
    name,
    status,
    ...from,
    addressId,
    ...to,
    brandAccountId,
    formatInstant(createdAt),
    updatedAt,
  ]);
}

// Primary key.
const update = statement(`
  UPDATE automations SET name = $3, status = $4, source_address_id = $5, destination_address_id = $6,
    destination_value_type = $7, destination_transfer_type = $8, destination_memo = $9::jsonb,
    updated_at = $10::timestamptz
  WHERE tenant_id = $1 AND id = $2`);

export async function updateAutomation(tx: Transaction, automation: Automation): Promise<void> {
  const { tenantId, id, updatedAt } = automation;
  await tx.run(update, [tenantId, id, ...changing(automation), formatInstant(updatedAt)]);
}

/** Mutable columns, in column order. */
function changing({ name, status, source, destination }: Automation): readonly SqlValue[] {
  const memo = memoOf(destination);
  return [
    name,
    status,
    source.medium === "bank" ? null : source.addressId,
    destination.addressId,
    valueTypeOf(destination),
    transferTypeOf(destination),
    memo === undefined ? null : JSON.stringify(memo),
  ];
}

export interface AutomationKey extends AutomationScope {
  readonly accountId: AccountId;
  readonly id: AutomationId;
}

const byId = `SELECT ${columns} FROM automations WHERE tenant_id = $1 AND id = $2 AND network = $3 AND account_id = $4`;
const selectOne = statement<AutomationRow>(byId);
const lockOne = statement<AutomationRow>(`${byId} FOR NO KEY UPDATE`);

/** Primary key. */
export async function selectAutomation(
  session: Session,
  key: AutomationKey,
): Promise<Automation | undefined> {
  const row = await session.first(selectOne, valuesOf(key));
  return row === undefined ? undefined : toAutomation(row);
}

export async function lockAutomation(tx: Transaction, key: AutomationKey): Promise<Automation | undefined> {
  const row = await tx.first(lockOne, valuesOf(key));
  return row === undefined ? undefined : toAutomation(row);
}

function valuesOf({ tenantId, id, network, accountId }: AutomationKey): readonly SqlValue[] {
  return [tenantId, id, network, accountId];
}

// Primary key. Locked in one order everywhere, to avoid deadlocks.
const lockMany = statement<AutomationRow>(`
  SELECT ${columns} FROM automations WHERE tenant_id = $1 AND network = $2 AND id = ANY ($3::text[])
  ORDER BY id FOR NO KEY UPDATE`);

/** Of any account of the tenant; unknown ids are omitted. */
export async function lockAutomations(
  tx: Transaction,
  { tenantId, network }: AutomationScope,
  ids: readonly string[],
): Promise<readonly Automation[]> {
  const rows = await tx.rows(lockMany, [tenantId, network, [...new Set(ids)]]);
  return rows.map(toAutomation);
}

// Index: automations_tenant_id_source_address_id_key.
const byAddresses = statement<AutomationRow>(`
  SELECT ${columns} FROM automations
  WHERE tenant_id = $1 AND source_address_id = ANY ($2::text[]) AND network = $3`);

/** Automations that receive tokens at these addresses. */
export async function selectByAddresses(
  session: Session,
  { tenantId, network }: AutomationScope,
  addressIds: readonly string[],
): Promise<readonly Automation[]> {
  const rows = await session.rows(byAddresses, [tenantId, [...new Set(addressIds)], network]);
  return rows.map(toAutomation);
}

/** A page of an account's automations, from a position in one direction. */
export interface AutomationSlice extends AutomationScope {
  readonly accountId: AccountId;
  readonly status: AutomationStatus | undefined;
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

// Index: automations_by_account.
const select = `SELECT ${columns} FROM automations
  WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND ($6::text IS NULL OR status = $6)`;
const slices = {
  after: statement<AutomationRow>(`${select} AND ($4::text IS NULL OR id < $4) ORDER BY id DESC LIMIT $5`),
  before: statement<AutomationRow>(`${select} AND ($4::text IS NULL OR id > $4) ORDER BY id LIMIT $5`),
};

export async function selectAutomations(
  session: Session,
  slice: AutomationSlice,
): Promise<readonly Automation[]> {
  const { tenantId, accountId, network, position, limit, status, direction } = slice;
  const values = [tenantId, accountId, network, position, limit, status];
  return (await session.rows(slices[direction], values)).map(toAutomation);
}

export function toAutomation(row: AutomationRow): Automation {
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
