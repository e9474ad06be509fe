import type { DepositView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface ReleaseOptions extends YesChoice, JsonChoice {
  readonly reason: string;
}

export function addDepositCommands(program: Command, surroundings: Surroundings): void {
  const deposits = program
    .command("deposits")
    .description("tokens that came from outside and wait for a person");
  deposits
    .command("held")
    .description("list what is held because of where it came from, the longest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => held(surroundings, options));
  deposits
    .command("release <id>")
    .description("let held tokens go to their address")
    .requiredOption("--reason <text>", "why they may be used")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: ReleaseOptions) => release(surroundings, id, options));
}

async function held(surroundings: Surroundings, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "deposits held", (door, admin) =>
    door.listHeldDeposits(admin),
  );
  printList(surroundings, {
    items: items.map(present),
    columns: ["id", "network", "chain", "amount", "value_type", "from", "account_id", "created"],
    asJson: json,
    noun: "held deposits",
    isComplete,
  });
}

async function release(
  surroundings: Surroundings,
  id: string,
  { reason, yes, json }: ReleaseOptions,
): Promise<void> {
  const consequence = `The tokens of deposit ${id} can be used from now on.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const released = await withAdmin(surroundings, "deposits release", (door, admin) =>
    door.releaseHeldDeposit(admin, { id, reason }),
  );
  printOne(surroundings, present(released), { asJson: json });
}

function present(deposit: DepositView): Shown {
  const { id, network, chain, amount, from, status, created } = deposit;
  return {
    id,
    tenant_id: deposit.tenantId,
    network,
    account_id: deposit.accountId,
    address_id: deposit.addressId,
    chain,
    amount,
    value_type: deposit.valueType,
    from: from ?? null,
    transaction_id: deposit.transactionId,
    status,
    hits: deposit.hits,
    created,
  };
}
