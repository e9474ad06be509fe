import { createHash } from "node:crypto";
import type { BankFile, BankReason, TenantId, Transaction } from "@florin/service/sandbox-ports";
import { countRepeat, insertDelivery, selectClocksOf, wasMessageTaken } from "./bank-store.ts";
import { type BankTime, tenantTime } from "./bank-time.ts";
import type { DeliveryFacts } from "./delivery-facts.ts";
import type { DeliveryPlan } from "./delivery-plan.ts";
import { insertItems, lockIncomingPayments, updateItems } from "./item-store.ts";
import { closeBank, type OpenBank, openBank } from "./open-bank.ts";
import { entryReferencesIn, paymentReferencesIn, planDelivery } from "./plan-delivery.ts";
import { putOut } from "./put-out.ts";
import { type Delivered, readDelivery } from "./read-delivery.ts";
import { refusalFile } from "./reply-files.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";

/** A file is accepted or rejected as a whole. The same bytes again have no effect, and are counted. */
export async function takeDelivery(deps: SandboxDeps, file: BankFile): Promise<void> {
  const delivered = readDelivery(file);
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  await deps.database.transaction(async (tx) => {
    const bank = await openBank(deps, tx);
    if ((await countRepeat(tx, { network: deps.network, sha256 })) > 0) return;
    const plan = await planWithin(deps, tx, bank, delivered);
    const isTaken = plan.outcome === "taken";
    await insertDelivery(tx, {
      network: deps.network,
      sha256,
      name: file.name,
      messageId: isTaken && delivered.type === "message" ? delivered.message.messageId : undefined,
      outcome: plan.outcome,
      refusedFor: isTaken ? undefined : `${plan.reason.code}: ${plan.reason.text}`,
      deliveredAt: bank.time.now,
      entries: (file.entries ?? []).map(({ id, traceNumber = "-" }) => `${id} ${traceNumber}\n`).join(""),
    });
    if (isTaken) await take(deps, tx, plan);
    else await refuse(deps, tx, bank, { name: nameInReply(file, sha256, plan.reason), reason: plan.reason });
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
  const messageId = delivered.type === "message" ? delivered.message.messageId : undefined;
  if (messageId !== undefined && (await wasMessageTaken(tx, { network, messageId }))) {
    return { outcome: "refused", reason: idTaken };
  }
  const incomingPayments = await lockIncomingPayments(tx, deps, paymentReferencesIn(delivered));
  const tenantOf = await findTenants(deps, tx, time, delivered);
  return planDelivery(delivered, { network, identity, time, tenantOf, newId, trouble, incomingPayments });
}

/** The tenants of the entries in a file, with their clocks. */
async function findTenants(
  { network, tenantsOf }: SandboxDeps,
  tx: Transaction,
  time: BankTime,
  delivered: Delivered,
): Promise<DeliveryFacts["tenantOf"]> {
  const tenants = (await tenantsOf?.(tx, entryReferencesIn(delivered))) ?? new Map<string, TenantId>();
  const known = await selectClocksOf(tx, { network, tenantId: [...new Set(tenants.values())] });
  const clocks = new Map(known.map((clock) => [clock.tenantId, clock]));
  return (reference) => {
    const tenantId = tenants.get(reference);
    return tenantId === undefined ? undefined : { tenantId, time: tenantTime(time, clocks.get(tenantId)) };
  };
}

const idTaken: BankReason = { code: "AM05", text: "a message with this id was already accepted" };

/** The file name, unless it could be confused with the accepted message of the same id. */
function nameInReply({ name }: BankFile, sha256: string, reason: BankReason): string {
  return reason === idTaken ? `duplicate-${sha256.slice(0, shownHashLength)}` : name;
}

const shownHashLength = 16;

async function take(
  deps: SandboxDeps,
  tx: Transaction,
  { items, givenBack }: Extract<DeliveryPlan, { outcome: "taken" }>,
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
