import type { FreezeOrder, FreezeView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface ListOptions extends JsonChoice, Pick<FreezeOrder, "network"> {}

interface CreateOptions extends YesChoice, JsonChoice, FreezeOrder {}

interface LiftOptions extends YesChoice, JsonChoice, Pick<FreezeOrder, "network" | "reason"> {}

const maxListed = 1_000;

export function addFreezeCommands(program: Command, surroundings: Surroundings): void {
  const freezes = program
    .command("freezes")
    .description("addresses that may neither send nor receive a token");
  freezes
    .command("list")
    .description("list freezes of a network, the newest first")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: ListOptions) => list(surroundings, options));
  freezes
    .command("create")
    .description("freeze an address for a token that is issued here; a worker has it done on the chain")
    .addOption(networkOption())
    .requiredOption("--value-type <code>", "the token")
    .addOption(
      new Option("--chain <chain>", "the chain")
        .choices(["ethereum", "base", "solana", "stellar"])
        .makeOptionMandatory(),
    )
    .requiredOption("--address <address>", "as the chain writes it")
    .requiredOption("--reason <text>", "why it may not be used")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: CreateOptions) => create(surroundings, options));
  freezes
    .command("lift <id>")
    .description("let a frozen address send and receive again")
    .addOption(networkOption())
    .requiredOption("--reason <text>", "why it may be used again")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: LiftOptions) => lift(surroundings, id, options));
}

function networkOption(): Option {
  return new Option("--network <network>", "the world that it lives in")
    .choices(["testnet", "mainnet"])
    .makeOptionMandatory();
}

async function list(surroundings: Surroundings, { network, json }: ListOptions): Promise<void> {
  const found = await withAdmin(surroundings, "freezes list", (door, admin) =>
    door.listTokenFreezes(admin, { network, direction: "after", limit: maxListed + 1 }),
  );
  printList(surroundings, {
    items: found.slice(0, maxListed).map(present),
    columns: ["id", "value_type", "chain", "address", "status", "reason", "created"],
    asJson: json,
    noun: "freezes",
    isComplete: found.length <= maxListed,
  });
}

async function create(surroundings: Surroundings, { yes, json, ...order }: CreateOptions): Promise<void> {
  const { valueType, chain, address } = order;
  const consequence = `${address} can neither send nor receive ${valueType} on ${chain} from now on.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const frozen = await withAdmin(surroundings, "freezes create", (door, admin) =>
    door.freezeTokenAddress(admin, order),
  );
  printOne(surroundings, present(frozen), { asJson: json });
}

async function lift(
  surroundings: Surroundings,
  id: string,
  { network, reason, yes, json }: LiftOptions,
): Promise<void> {
  const consequence = `The address of freeze ${id} can send and receive again, once the chain has done it.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const lifted = await withAdmin(surroundings, "freezes lift", (door, admin) =>
    door.unfreezeTokenAddress(admin, { network, id, reason }),
  );
  printOne(surroundings, present(lifted), { asJson: json });
}

function present(freeze: FreezeView): Shown {
  const { id, network, chain, address, status, reason, created, updated } = freeze;
  return {
    id,
    network,
    value_type: freeze.valueType,
    tenant_id: freeze.tenantId ?? null,
    chain,
    address,
    status,
    reason,
    unfreeze_reason: freeze.unfreezeReason ?? null,
    failure: freeze.failure ?? null,
    created,
    updated,
  };
}
