import { readFile } from "node:fs/promises";
import { ApprovalRequiredError, isApiError } from "@florin/sdk";
import { type Client, clientFromEnvironment, setting } from "../client.ts";
import { type Outcomes, receiveOutcomes } from "./outcomes.ts";
import { type Payee, readPayees } from "./payees.ts";

const maxAttempts = 3;
const parallelPayouts = 4;

async function main([batch = "", path = ""]: readonly string[]): Promise<void> {
  if (!/^[\w-]{1,64}$/.test(batch) || path === "") throw new Error("usage: payouts.ts <batch> <file>");
  const payees = readPayees(await readFile(path, "utf8"));
  const client = clientFromEnvironment();
  await using outcomes = await receiveOutcomes(client, setting("WEBHOOK_URL"), Number(setting("PORT")));
  const queue = [...payees];
  const statuses: string[] = [];
  const work = async (): Promise<void> => {
    for (let payee = queue.shift(); payee !== undefined; payee = queue.shift()) {
      const status = await pay(client, outcomes, { batch, payee });
      statuses.push(status);
      process.stdout.write(`${payee.id},${status}\n`);
    }
  };
  await Promise.all(Array.from({ length: parallelPayouts }, work));
  if (statuses.some((status) => status !== "complete")) process.exitCode = 1;
}

interface Payout {
  readonly batch: string;
  readonly payee: Payee;
}

/** Keys are made of the batch and the row, so that a second run repeats no payout. */
async function pay(client: Client, outcomes: Outcomes, { batch, payee }: Payout): Promise<string> {
  const { florin, account_id } = client;
  const { id, amount, ...bankAccount } = payee;
  try {
    const bank = await florin.addresses.createExternal(
      { account_id, ...bankAccount, account_type: "checking", transfer_types: ["ach_credit"] },
      { idempotencyKey: `${batch}-${id}-bank` },
    );
    for (let attempt = 1; ; attempt += 1) {
      const transfer = await florin.transfers.create(
        {
          account_id,
          amount: { value: amount, currency: "USD" },
          source: { address_id: setting("SOURCE_ADDRESS_ID"), value_type: "FUSD", transfer_type: "base" },
          destination: { address_id: bank.id, value_type: "USD", transfer_type: "ach_credit" },
          note: `${batch} ${id}`,
        },
        { idempotencyKey: `${batch}-${id}-${attempt}` },
      );
      const { status, isRetriable } = await outcomes.of(transfer.id);
      if (!isRetriable || attempt === maxAttempts) return status;
    }
  } catch (error) {
    if (error instanceof ApprovalRequiredError) return "awaiting_approval";
    // One row that is refused does not stop the others. The rest, such as a lost connection, ends the run: run it again.
    if (isApiError(error) && error.status < 500) return `refused ${error.code}`;
    throw error;
  }
}

await main(process.argv.slice(2));
