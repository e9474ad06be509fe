import { createHash } from "node:crypto";
import type { Transaction } from "../../db/database.ts";
import type { BankFile } from "../../rails/bank.ts";
import type { BankReason } from "../../rails/bank-work.ts";
import { refusalFile } from "./answer-files.ts";
import { insertDelivery, noteRepeat, wasMessageTaken } from "./delivery-store.ts";
import { insertItems, lockReceipts, updateItems } from "./item-store.ts";
import { closeBank, type OpenBank, openBank } from "./open-bank.ts";
import { type DeliveryPlan, planDelivery, receiptsNamedIn } from "./plan-delivery.ts";
import { putOut } from "./put-out.ts";
import { type Delivered, readDelivery } from "./read-delivery.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";

/** A file is taken or refused as a whole. The same bytes again have no effect, and are noted. */
export async function takeDelivery(deps: SandboxDeps, file: BankFile): Promise<void> {
  const delivered = readDelivery(file);
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  await deps.database.transaction(async (tx) => {
    const bank = await openBank(deps, tx);
    if (await noteRepeat(tx, deps.network, sha256)) return;
    const plan = await planWithin(deps, tx, bank, delivered);
    const isTaken = plan.verdict === "taken";
    await insertDelivery(tx, {
      network: deps.network,
      sha256,
      name: file.name,
      messageId: isTaken && delivered.type === "message" ? delivered.message.messageId : undefined,
      refusedFor: isTaken ? undefined : `${plan.reason.code}: ${plan.reason.text}`,
      deliveredAt: bank.time.now,
    });
    if (isTaken) await take(deps, tx, plan);
    else await refuse(deps, tx, bank, { name: file.name, reason: plan.reason });
    await closeBank(tx, bank);
  });
}

async function planWithin(
  deps: SandboxDeps,
  tx: Transaction,
  { time }: OpenBank,
  delivered: Delivered,
): Promise<DeliveryPlan> {
  const { network, identity, newId, trouble } = deps;
  if (delivered.type === "message" && (await wasMessageTaken(tx, network, delivered.message.messageId))) {
    return { verdict: "refused", reason: messageSeen };
  }
  const receipts = await lockReceipts(tx, deps, receiptsNamedIn(delivered));
  return planDelivery(delivered, { network, identity, time, newId, trouble, receipts });
}

const messageSeen: BankReason = { code: "AM05", text: "a message of this id was taken before" };

async function take(
  deps: SandboxDeps,
  tx: Transaction,
  { items, givenBack }: Extract<DeliveryPlan, { verdict: "taken" }>,
): Promise<void> {
  await insertItems(tx, deps, items);
  await updateItems(tx, deps, givenBack);
}

async function refuse(
  deps: SandboxDeps,
  tx: Transaction,
  { numbers, time }: OpenBank,
  { name, reason }: { readonly name: string; readonly reason: BankReason },
): Promise<void> {
  const context = { network: deps.network, identity: deps.identity, numbers, at: time.now };
  await putOut(deps, tx, { time, numbers }, refusalFile(context, name, reason));
}
