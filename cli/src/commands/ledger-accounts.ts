import type { StatementRequest } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { type JsonChoice, jsonOption, printList } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
import { writeWholeFile } from "../whole-file.ts";

interface JournalOptions {
  readonly tenant: string;
  readonly network: "testnet" | "mainnet";
}

interface BalancesOptions extends JournalOptions, JsonChoice {
  readonly kind?: string;
  readonly owner?: string;
  readonly chain?: string;
  readonly asset?: string;
}

interface TotalsOptions extends JsonChoice {
  readonly network: "testnet" | "mainnet";
  readonly asset: string;
}

interface StatementOptions
  extends JournalOptions,
    Pick<StatementRequest, "account" | "from" | "to" | "format"> {
  readonly holds: boolean;
  readonly out?: string;
}

export function addLedgerAccountCommands(ledger: Command, surroundings: Surroundings): void {
  withJournal(ledger.command("balances").description("list the accounts of a journal with their balances"))
    .option("--kind <kind>", "only accounts of this kind, such as wallet or supply")
    .option("--owner <owner>", "only accounts of this owner")
    .option("--chain <chain>", "only accounts on this chain")
    .option("--asset <code>", "only accounts of this asset")
    .addOption(jsonOption())
    .action((options: BalancesOptions) => balances(surroundings, options));
  withNetwork(
    ledger.command("totals").description("add up what all journals have of an asset, by kind and chain"),
  )
    .requiredOption("--asset <code>", "the asset, such as USD")
    .addOption(jsonOption())
    .action((options: TotalsOptions) => totals(surroundings, options));
  withJournal(ledger.command("statement").description("write the statement of an account for a period"))
    .requiredOption("--account <path>", "the account, as kind/OWNER/CHAIN/ASSET")
    .requiredOption("--from <moment>", "the beginning of the period, such as 2026-11-01T00:00:00Z")
    .requiredOption("--to <moment>", "its end, which is not part of it")
    .addOption(
      new Option("--format <format>", "how it is written").choices(["json", "csv"]).default("json", "json"),
    )
    .option("--holds", "with holds and voids, which change what is available and not what is posted", false)
    .option("--out <file>", "write it there instead of to standard output")
    .action((options: StatementOptions) => statement(surroundings, options));
}

function withJournal(command: Command): Command {
  return withNetwork(command.requiredOption("--tenant <id>", "the managing account whose journal it is"));
}

function withNetwork(command: Command): Command {
  return command.addOption(
    new Option("--network <network>", "the world that it lives in")
      .choices(["testnet", "mainnet"])
      .makeOptionMandatory(),
  );
}

async function balances(surroundings: Surroundings, options: BalancesOptions): Promise<void> {
  const { tenant, network, kind, owner, chain, asset, json } = options;
  const filter = Object.fromEntries(
    Object.entries({ kind, owner, chain, asset }).filter(([, value]) => value !== undefined),
  );
  const { items, isComplete } = await withAdmin(surroundings, "ledger balances", (door, admin) =>
    door.listLedgerBalances(admin, { tenantId: tenant, network, ...filter }),
  );
  printList(surroundings, {
    items: items.map((item) => ({ ...item })),
    columns: ["account", "posted", "held", "available"],
    asJson: json,
    noun: "accounts",
    isComplete,
  });
}

async function totals(surroundings: Surroundings, { network, asset, json }: TotalsOptions): Promise<void> {
  const items = await withAdmin(surroundings, "ledger totals", (door, admin) =>
    door.listLedgerTotals(admin, { network, asset }),
  );
  printList(surroundings, {
    items: items.map(({ chain, ...item }) => ({ ...item, chain: chain ?? null })),
    columns: ["kind", "chain", "posted"],
    asJson: json,
    noun: "accounts",
    isComplete: true,
  });
}

async function statement(surroundings: Surroundings, options: StatementOptions): Promise<void> {
  const { tenant, network, account, from, to, format, holds, out } = options;
  const { stdout, stderr } = surroundings;
  const request = { tenantId: tenant, network, account, from, to, format, includesHolds: holds };
  await withAdmin(surroundings, "ledger statement", async (door, admin) => {
    const pieces = door.exportStatement(admin, request);
    if (out !== undefined) {
      await writeWholeFile(out, pieces);
      stderr.write(`written to ${out}\n`);
      return;
    }
    for await (const piece of pieces) {
      stdout.write(piece);
      await stdout.written?.();
    }
  });
}
