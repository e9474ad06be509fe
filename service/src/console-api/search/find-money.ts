import { findAddressesWithText, findAddressHolders } from "../../addresses/index.ts";
import { parseChainAddress } from "../../admin/index.ts";
import { automationsOwnerName } from "../../automations/index.ts";
import {
  type DepositOfTransaction,
  selectDepositsOfTransaction,
  selectWorkOfTransaction,
  type TransactionQuery,
  type WorkOfTransaction,
} from "../../chains/transaction-store.ts";
import type { Session } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import { findAccountsByMemo, findPaymentPlace, type OpenedAccount } from "../../payments/index.ts";
import { findDeposit } from "../../tokens/index.ts";
import { findAnyTransfer } from "../../transfers/index.ts";
import { findAudited } from "./find-audited.ts";
import { maxOfKind, type Reach } from "./reach.ts";
import { type Thing, titleOf } from "./thing.ts";

/** Objects that move value, each by key. */
export async function findMovements(
  session: Session,
  id: string,
  tenantIds: readonly TenantId[],
): Promise<readonly Thing[]> {
  const found = await Promise.all([
    findTransfer(session, id, tenantIds),
    findPayment(session, id),
    findTokenDeposit(session, id),
  ]);
  return found.flat();
}

async function findTransfer(
  session: Session,
  id: string,
  tenantIds: readonly TenantId[],
): Promise<readonly Thing[]> {
  const transfer = await findAnyTransfer(session, id, { tenantIds });
  if (transfer === undefined) return [];
  const { tenantId, network, flow } = transfer;
  return [{ kind: "transfer", id, tenantId, network, title: `Transfer (${flow})` }];
}

/** An incoming payment without an account is in suspense, regardless of its eventual owner. */
async function findPayment(session: Session, id: string): Promise<readonly Thing[]> {
  const payment = await findPaymentPlace(session, { id });
  if (payment === undefined) return [];
  const { tenantId, network, accountId, direction } = payment;
  if (accountId === undefined && direction === "outbound") return [];
  const owner = accountId === undefined ? undefined : tenantId;
  return [{ kind: "payment", id, tenantId: owner, network, title: titleOf("payment") }];
}

async function findTokenDeposit(session: Session, id: string): Promise<readonly Thing[]> {
  const deposit = await findDeposit(session, id);
  if (deposit === undefined) return [];
  const { tenantId, network, addressId, purpose } = deposit;
  const owner = purpose === "treasury" ? undefined : tenantId;
  return [
    {
      kind: "deposit",
      id,
      tenantId: owner,
      network,
      title: titleOf("deposit"),
      parts: { address_id: addressId },
    },
  ];
}

/** The object that a chain transaction was made for, or the deposit it brought. */
export async function findByTransaction(
  session: Session,
  query: TransactionQuery,
): Promise<readonly Thing[]> {
  const [work, deposits] = await Promise.all([
    selectWorkOfTransaction(session, query),
    selectDepositsOfTransaction(session, query),
  ]);
  const found = await Promise.all([
    ...work.map((operation) => findWorkedOn(session, operation)),
    ...deposits.map((deposit) => findSeenDeposit(session, deposit)),
  ]);
  return found.flat();
}

/** The operations of transfers name their transfer; other chain operations are in the audit log. */
async function findWorkedOn(
  session: Session,
  { owner, subject: id, tenantId, network }: WorkOfTransaction,
): Promise<readonly Thing[]> {
  if (owner !== "transfers") return findAudited(session, id);
  return [{ kind: "transfer", id, tenantId, network, title: titleOf("transfer") }];
}

/** A deposit seen on chain may not be in the ledger yet; identify it by its address. */
async function findSeenDeposit(
  session: Session,
  { addressId, tenantId, network }: DepositOfTransaction,
): Promise<readonly Thing[]> {
  const [holder] = await findAddressHolders(session, { tenantId, network }, [addressId]);
  const owner = holder?.purpose === "treasury" ? undefined : tenantId;
  return [
    {
      kind: "deposit",
      id: addressId,
      tenantId: owner,
      network,
      title: "Deposit to an address",
      parts: { address_id: addressId },
    },
  ];
}

/** An address by its chain representation. */
export async function findByAddress(
  session: Session,
  { tenantIds }: Reach,
  text: string,
): Promise<readonly Thing[]> {
  const muxed = parseChainAddress("stellar", text.toUpperCase());
  const onChainAddress = muxed.ok ? muxed.address : text;
  const addresses = await findAddressesWithText(session, {
    text: onChainAddress,
    tenantIds,
    limit: maxOfKind,
  });
  return addresses.map(({ id, tenantId, network, kind }) => ({
    kind: "address",
    id,
    tenantId,
    network,
    title: kind === "internal" ? "Custodial address" : "External address",
  }));
}

/** The owner of wires with this memo. */
export async function findByMemo(session: Session, memo: string): Promise<readonly Thing[]> {
  return (await findAccountsByMemo(session, memo)).map(receiverOf);
}

function receiverOf({ owner, accountId, tenantId, network }: OpenedAccount): Thing {
  const kind = owner.name === automationsOwnerName ? "automation" : "transfer";
  const title = `${titleOf(kind)} paid by wire`;
  return { kind, id: owner.subject, tenantId, network, title, parts: { account_id: accountId } };
}
