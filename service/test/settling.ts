import type { BankHappening } from "../src/rails/bank-work.ts";
import { accountAnswer, settledMovement, statusAnswer } from "./bank-answers.ts";
import type { TakenItem } from "./bank-double.ts";
import type { BankWorld } from "./bank-work.ts";

let answers = 0;

/** The bank settles everything that it was handed and has not answered yet: each on the account, transfers by status as well. */
export function settleAll(world: BankWorld, answered = new Set<string>()): void {
  for (const item of world.double.taken) {
    if (answered.has(item.reference)) continue;
    answered.add(item.reference);
    answer(world, item);
  }
}

function answer({ double, clock }: BankWorld, item: TakenItem): void {
  answers += 1;
  const head = { id: `A${answers}`, at: clock.now() };
  if (item.system !== "ach" && !item.isReturn) {
    double.put({ bytes: statusAnswer(head, item, "ACSC", { imad: `IMAD-${answers}` }) });
  }
  double.put({
    bytes: accountAnswer({ ...head, id: `B${answers}` }, [settledMovement(item, `REF-${answers}`)]),
  });
}

export function toldOf(world: BankWorld): readonly string[] {
  return world.told.map(({ happening }) => describeHappening(happening)).sort();
}

export function describeHappening(happening: BankHappening): string {
  return happening.type === "received"
    ? `received ${happening.receipt.bankReference}`
    : `${happening.type} ${happening.entry.id}`;
}
