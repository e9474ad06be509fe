import type { DifferenceView, ReconciliationView, TokenRegistration, TokenView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { parseDuration } from "../duration.ts";
import { CommandError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface ListOptions extends JsonChoice {
  readonly network: "testnet" | "mainnet";
}

interface RegisterOptions extends JsonChoice, Omit<TokenRegistration, "valueType"> {
  readonly valueType: string;
}

interface ReconcileOptions extends JsonChoice {
  /** Seconds. */
  readonly wait: number;
}

const defaultWaitSeconds = 300;

export function addTokenCommands(program: Command, surroundings: Surroundings): void {
  const tokens = program
    .command("tokens")
    .description("the catalogue of tokens; chains held against the ledger");
  tokens
    .command("list")
    .description("list the tokens of a network")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: ListOptions) => list(surroundings, options));
  tokens
    .command("register")
    .description("take a token of somebody else into the catalogue, or add a chain to it")
    .addOption(networkOption())
    .requiredOption("--value-type <code>", "its name in requests, such as USDC")
    .requiredOption("--name <name>", "its name in full")
    .addOption(
      new Option("--chain <chain>", "the chain that it is on")
        .choices(["ethereum", "base", "solana", "stellar"])
        .makeOptionMandatory(),
    )
    .requiredOption(
      "--contract <address>",
      "where it is there: the contract, the mint, or CODE:ISSUER on stellar",
    )
    .addOption(jsonOption())
    .action((options: RegisterOptions) => register(surroundings, options));
  tokens
    .command("stranded")
    .description("list transfers whose tokens were burned on one chain and could be minted on none")
    .addOption(jsonOption())
    .action((options: JsonChoice) => stranded(surroundings, options));
  tokens
    .command("return <transfer_id>")
    .description("mint the tokens of a stranded transfer back to where they came from")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => giveBack(surroundings, id, options));
  tokens
    .command("reconcile")
    .description("have a running node compare the chains with the ledger now, and show what it finds")
    .addOption(
      new Option("--wait <duration>", "how long to wait for it")
        .argParser(parseDuration)
        .default(defaultWaitSeconds, "5m"),
    )
    .addOption(jsonOption())
    .action((options: ReconcileOptions) => reconcile(surroundings, options));
  tokens
    .command("reconciliation")
    .description("show what the last comparison has found")
    .addOption(jsonOption())
    .action((options: JsonChoice) => show(surroundings, options));
}

function networkOption(): Option {
  return new Option("--network <network>", "the world that it lives in")
    .choices(["testnet", "mainnet"])
    .makeOptionMandatory();
}

async function stranded(surroundings: Surroundings, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "tokens stranded", (door, admin) =>
    door.listStrandedTransfers(admin),
  );
  printList(surroundings, {
    items: items.map(({ tenantId, accountId, valueType, ...rest }) => ({
      ...rest,
      tenant_id: tenantId,
      account_id: accountId,
      value_type: valueType,
    })),
    columns: ["id", "network", "account_id", "amount", "value_type", "updated"],
    asJson: json,
    noun: "stranded transfers",
    isComplete,
  });
}

async function giveBack(surroundings: Surroundings, id: string, { json }: JsonChoice): Promise<void> {
  await withAdmin(surroundings, "tokens return", (door, admin) => door.returnStrandedTransfer(admin, id));
  printOne(surroundings, { returning: id }, { asJson: json });
}

async function list(surroundings: Surroundings, { network, json }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "tokens list", (door, admin) =>
    door.listTokens(admin, { network }),
  );
  printList(surroundings, {
    items: items.map((token) => present(token, { asJson: json })),
    columns: ["value_type", "name", "kind", "status", "issuer_account_id", "deployments"],
    asJson: json,
    noun: "tokens",
    isComplete,
  });
}

async function register(surroundings: Surroundings, { json, ...request }: RegisterOptions): Promise<void> {
  const token = await withAdmin(surroundings, "tokens register", (door, admin) =>
    door.registerToken(admin, request),
  );
  printOne(surroundings, present(token, { asJson: json }), { asJson: json });
}

async function reconcile(surroundings: Surroundings, { wait, json }: ReconcileOptions): Promise<void> {
  const view = await withAdmin(surroundings, "tokens reconcile", (door, admin) =>
    door.reconcile(admin, { timeoutMs: wait * 1_000 }),
  );
  printReconciliation(surroundings, view, json);
}

async function show(surroundings: Surroundings, { json }: JsonChoice): Promise<void> {
  const view = await withAdmin(surroundings, "tokens reconciliation", (door, admin) =>
    door.showReconciliation(admin),
  );
  printReconciliation(surroundings, view, json);
}

/** A difference ends the command as one that failed; so does a chain that could not be asked. */
function printReconciliation(surroundings: Surroundings, view: ReconciliationView, asJson: boolean): void {
  const { differences, isComplete, ...counts } = view;
  const items = differences.map(presentDifference);
  if (asJson) printOne(surroundings, { ...counts, differences: items, is_complete: isComplete }, { asJson });
  else {
    printOne(surroundings, counts, { asJson });
    const columns = ["network", "chain", "value_type", "address_id", "on_chain", "in_ledger", "cause"];
    if (items.length > 0) {
      printList(surroundings, { items, columns, asJson, noun: "differences", isComplete });
    }
  }
  if (view.different + view.unverified === 0) return;
  throw new CommandError(`${view.different} differences, ${view.unverified} that could not be verified`);
}

function present(token: TokenView, { asJson }: { readonly asJson: boolean }): Shown {
  const { id, network, valueType, name, kind, status, issuerAccountId, isPublic, created } = token;
  const fields = { id, network, value_type: valueType, name, kind, status, is_public: isPublic, created };
  const deployments = token.deployments.map(({ chain, status: state, contract, failure }) =>
    asJson
      ? { chain, status: state, contract: contract ?? null, failure: failure ?? null }
      : `${chain} ${contract ?? state}`,
  );
  return { ...fields, issuer_account_id: issuerAccountId ?? null, deployments };
}

function presentDifference(difference: DifferenceView): Shown {
  const { network, chain, valueType, tenantId, addressId, onChain, inLedger, cause } = difference;
  return {
    network,
    chain,
    value_type: valueType,
    tenant_id: tenantId ?? null,
    address_id: addressId ?? null,
    on_chain: onChain ?? null,
    in_ledger: inLedger,
    cause,
  };
}
