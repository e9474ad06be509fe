import { type BankWorld, bankSuite } from "../../../test/bank-suite.ts";
import { openSandboxBank, transferFile } from "../../../test/sandbox-bank.ts";
import { statement } from "../../db/statement.ts";
import type { SimulatedClock } from "../../rails/bank-simulator.ts";

for (const mode of ["seconds", "calendar"] as const) {
  bankSuite(`the sandbox bank, by ${mode}`, () => openWorld(mode));
}

async function openWorld(clockMode: SimulatedClock["mode"]): Promise<BankWorld> {
  const world = await openSandboxBank({ clockMode });
  let delivered = 0;
  return {
    bank: world.bank,
    fileToDeliver: () => {
      delivered += 1;
      return transferFile([{ endToEndId: `transfer-${delivered}` }], `message-${delivered}`);
    },
    takenCount: async () => {
      const row = await world.database.first<{ readonly count: number }>(
        statement("SELECT count(*)::int FROM sandbox_bank_deliveries WHERE verdict = 'taken'"),
      );
      return row?.count ?? 0;
    },
    arrive: async () => {
      await world.act((tx) =>
        world.simulator.receive(tx, {
          system: "wire",
          accountNumber: world.bank.identity.accountNumber,
          amountCents: 100n,
          senderName: "Sender Inc",
          reference: undefined,
        }),
      );
      // Each receipt is told in a file of its own when it is asked for in between.
      await world.bank.collect(1);
    },
    breakOff: world.cutOff,
    close: () => world[Symbol.asyncDispose](),
  };
}
