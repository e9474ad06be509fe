import { statement } from "../../../service/src/db/statement.ts";
import type { SimulatedClock } from "../../../service/src/rails/bank-simulator.ts";
import { type BankEnvironment, bankSuite } from "../../../service/test/bank-suite.ts";
import { openSandboxBank, transferFile } from "../../../service/test/sandbox-bank.ts";

for (const mode of ["seconds", "calendar"] as const) {
  bankSuite(`the sandbox bank in ${mode} mode`, () => openEnvironment(mode));
}

async function openEnvironment(clockMode: SimulatedClock["mode"]): Promise<BankEnvironment> {
  const env = await openSandboxBank({ clockMode });
  let delivered = 0;
  return {
    bank: env.bank,
    fileToDeliver: () => {
      delivered += 1;
      return transferFile([{ endToEndId: `transfer-${delivered}` }], `message-${delivered}`);
    },
    takenCount: async () => {
      const row = await env.database.first(
        statement<{ readonly count: number }>(
          "SELECT count(*)::int FROM sandbox_bank_deliveries WHERE outcome = 'taken'",
        ),
      );
      return row?.count ?? 0;
    },
    arrive: async () => {
      await env.act((tx) =>
        env.simulator.receive(tx, {
          system: "wire",
          accountNumber: env.bank.identity.accountNumber,
          amountCents: 100n,
          senderName: "Sender Inc",
          reference: undefined,
        }),
      );
      // Collecting in between puts each incoming payment into a separate file.
      await env.bank.collect(1);
    },
    breakOff: env.cutOff,
    close: () => env[Symbol.asyncDispose](),
  };
}
