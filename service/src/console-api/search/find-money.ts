import { findAddressesWithText, findAddressHolders } from "../../addresses/index.ts";
import { automationsOwnerName } from "../../automations/index.ts";
import {
  type DepositOfTransaction,
  selectDepositsOfTransaction,
  selectWorkOfTransaction,
  type WorkOfTransaction,
} from "../../chains/transaction-store.ts";
import type { Session } from "../../db/database.ts";
import { findAccountsByMemo, findPaymentPlace, type OpenedAccount } from "../../payments/index.ts";
import { findDeposit } from "../../tokens/index.ts";
import { findAnyTransfer } from "../../transfers/index.ts";
import { findAudited } from "./find-audited.ts";
import { maxOfKind, type Reach } from "./reach.ts";
import { type Thing, titleOf } from "./thing.ts";

/** What moves value, each by its key. */
export async function findMovements(session: Session, id: string): Promise<readonly Thing[]> {
  const found = await Promise.all([
    findTransfer(session, id),
    findPayment(session, id),
    findTokenDeposit(session, id),
  ]);
  return found.flat();
}

async function findTransfer(session: Session, id: string): Promise<readonly Thing[]> {
  const transfer = await findAnyTransfer(session, id);
  if (transfer === undefined) return [];
  const { tenantId, network, flow } = transfer;
  return [{ kind: "transfer", id, tenantId, network, title: `Transfer (${flow})` }];
}

/** Money that came and is no account's yet is in suspense, whoever it may turn out to be for. */
async function findPayment(session: Session, id: string): Promise<readonly Thing[]> {
  const payment = await findPaymentPlace(session, id);
  if (payment === undefined) return [];
  const { tenantId, network, accountId, direction } = payment;
  if (accountId === null && direction === "outbound") return [];
  const owner = accountId === null ? undefined : tenantId;
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

/** What a transaction on a chain was made for, or what it brought. */
export async function findByTransaction(session: Session, transactionId: string): Promise<readonly Thing[]> {
  const [work, deposits] = await Promise.all([
    selectWorkOfTransaction(session, transactionId),
    selectDepositsOfTransaction(session, transactionId),
  ]);
  const found = await Promise.all([
    ...work.map((one) => findWorkedOn(session, one)),
    ...deposits.map((one) => findSeenDeposit(session, one)),
  ]);
  return found.flat();
}

/** Transfers name themselves in their work; what else is done on chains has left its entries in the audit log. */
async function findWorkedOn(
  session: Session,
  { owner, subject: id, tenantId, network }: WorkOfTransaction,
): Promise<readonly Thing[]> {
  if (owner !== "transfers") return findAudited(session, id);
  return [{ kind: "transfer", id, tenantId: tenantId ?? undefined, network, title: titleOf("transfer") }];
}

/** A chain has shown it, and it may not be in the books yet: it is known by where it went. */
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

/** An address by the text that its chain has for it. */
export async function findByAddress(
  session: Session,
  { tenantIds }: Reach,
  text: string,
): Promise<readonly Thing[]> {
  const addresses = await findAddressesWithText(session, { text, tenantIds, limit: maxOfKind });
  return addresses.map(({ id, tenantId, network, kind }) => ({
    kind: "address",
    id,
    tenantId,
    network,
    title: kind === "internal" ? "Custodial address" : "External address",
  }));
}

/** For whom the money is that a wire with this memo brings. */
export async function findByMemo(session: Session, memo: string): Promise<readonly Thing[]> {
  return (await findAccountsByMemo(session, memo)).map(receiverOf);
}

function receiverOf({ owner, accountId, tenantId, network }: OpenedAccount): Thing {
  const kind = owner.name === automationsOwnerName ? "automation" : "transfer";
  const title = `${titleOf(kind)} that a wire pays`;
  return { kind, id: owner.subject, tenantId, network, title, parts: { account_id: accountId } };
}
