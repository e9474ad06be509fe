import { createHash } from "node:crypto";
import type { Transaction } from "../../db/database.ts";
import type { BankFile } from "../../rails/bank.ts";
import type { BankReason } from "../../rails/bank-work.ts";
import { refusalFile } from "./answer-files.ts";
import type { DeliveryPlan } from "./delivery-plan.ts";
import { insertDelivery, noteRepeat, wasMessageTaken } from "./delivery-store.ts";
import { insertItems, lockReceipts, updateItems } from "./item-store.ts";
import { closeBank, type OpenBank, openBank } from "./open-bank.ts";
import { planDelivery, receiptsNamedIn } from "./plan-delivery.ts";
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
    else await refuse(deps, tx, bank, { name: nameInAnswer(file, sha256, plan.reason), reason: plan.reason });
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
    return { verdict: "refused", reason: idTaken };
  }
  const receipts = await lockReceipts(tx, deps, receiptsNamedIn(delivered));
  return planDelivery(delivered, { network, identity, time, newId, trouble, receipts });
}

const idTaken: BankReason = { code: "AM05", text: "a message of this id was taken before" };

/** By its name, unless that could be taken for the message of the same id that was not refused. */
function nameInAnswer({ name }: BankFile, sha256: string, reason: BankReason): string {
  return reason === idTaken ? `duplicate-${sha256.slice(0, shownHashLength)}` : name;
}

const shownHashLength = 16;

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
