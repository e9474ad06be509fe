import type { BankEvent } from "../src/rails/bank-work.ts";
import { accountReply, settledMovement, statusReply } from "./bank-replies.ts";
import type { BankEnvironment } from "./bank-work.ts";
import type { TakenItem } from "./fake-bank.ts";

let responses = 0;

/** The bank settles every open item: each on the account, credit transfers by status as well. */
export function settleAll(env: BankEnvironment, responded = new Set<string>()): void {
  for (const item of env.double.taken) {
    if (responded.has(item.reference)) continue;
    responded.add(item.reference);
    response(env, item);
  }
}

function response({ double, clock }: BankEnvironment, item: TakenItem): void {
  responses += 1;
  const head = { id: `A${responses}`, at: clock.now() };
  if (item.system !== "ach" && !item.isReturn) {
    double.put({ bytes: statusReply(head, item, "ACSC", { imad: `IMAD-${responses}` }) });
  }
  double.put({
    bytes: accountReply({ ...head, id: `B${responses}` }, [settledMovement(item, `REF-${responses}`)]),
  });
}

export function reportedOf(env: BankEnvironment): readonly string[] {
  return env.reported.map(({ bankEvent }) => describeBankEvent(bankEvent)).sort();
}

export function describeBankEvent(bankEvent: BankEvent): string {
  return bankEvent.type === "received"
    ? `received ${bankEvent.incomingPayment.bankReference}`
    : `${bankEvent.type} ${bankEvent.entry.id}`;
}
