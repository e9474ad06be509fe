import type { TokenRegistration } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { type AdminApi, withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { parseDuration } from "../duration.ts";
import { CommandError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown, shown } from "../output.ts";

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

export function addTokenCommands(program: Command, context: CommandContext): void {
  const tokens = program
    .command("tokens")
    .description("Manage the token catalog; reconcile chains with the ledger");
  tokens
    .command("list")
    .description("List the tokens of a network")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: ListOptions) => list(context, options));
  tokens
    .command("register")
    .description("Register a third-party token, or add a chain to one")
    .addOption(networkOption())
    .requiredOption("--value-type <code>", "Token code, such as USDC")
    .requiredOption("--name <name>", "Full name")
    .requiredOption("--chain <chain>", "Chain")
    .requiredOption("--contract <address>", "Contract address, mint address, or CODE:ISSUER on stellar")
    .addOption(jsonOption())
    .action((options: RegisterOptions) => register(context, options));
  tokens
    .command("failed-refunds")
    .description("List transfers whose tokens were burned but could not be minted on any chain")
    .addOption(jsonOption())
    .action((options: JsonChoice) => refundFailed(context, options));
  tokens
    .command("return <transfer_id>")
    .description("Refund such a transfer by minting its tokens on the source chain")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => giveBack(context, id, options));
  tokens
    .command("reconcile")
    .description("Run a reconciliation of chains and ledger on a running node and show the result")
    .addOption(
      new Option("--wait <duration>", "How long to wait for the result")
        .argParser(parseDuration)
        .default(defaultWaitSeconds, "5m"),
    )
    .addOption(jsonOption())
    .action((options: ReconcileOptions) => reconcile(context, options));
  tokens
    .command("reconciliation")
    .description("Show the result of the last reconciliation")
    .addOption(jsonOption())
    .action((options: JsonChoice) => show(context, options));
}

function networkOption(): Option {
  return new Option("--network <network>", "Network").choices(["testnet", "mainnet"]).makeOptionMandatory();
}

async function refundFailed(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "tokens failed-refunds", async (api, admin) =>
    api.presentItems(await api.listFailedTokenRefunds(admin), api.presentTransfer),
  );
  const fields = ["id", "network", "amount", "updated", "tenant_id", "account_id", "value_type"];
  printList(context, {
    items: items.map((transfer) => shown({ ...transfer, value_type: transfer.currency }, fields)),
    columns: ["id", "network", "account_id", "amount", "value_type", "updated"],
    asJson: json,
    noun: "transfers with failed mints",
    isComplete,
  });
}

async function giveBack(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  await withAdmin(context, "tokens return", (api, admin) => api.retryFailedTokenRefund(admin, id));
  printOne(context, { returning: id }, { asJson: json });
}

async function list(context: CommandContext, { network, json }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "tokens list", async (api, admin) =>
    api.presentItems(await api.listTokens(admin, { network }), api.presentToken),
  );
  printList(context, {
    items: items.map((token) => present(token, { network, asJson: json })),
    columns: ["value_type", "name", "kind", "status", "issuer_account_id", "deployments"],
    asJson: json,
    noun: "tokens",
    isComplete,
  });
}

async function register(context: CommandContext, { json, ...request }: RegisterOptions): Promise<void> {
  const token = await withAdmin(context, "tokens register", async (api, admin) =>
    api.presentToken(await api.registerToken(admin, request)),
  );
  printOne(context, present(token, { network: request.network, asJson: json }), { asJson: json });
}

async function reconcile(context: CommandContext, { wait, json }: ReconcileOptions): Promise<void> {
  const run = await withAdmin(context, "tokens reconcile", async (api, admin) =>
    api.presentReconciliation(await api.reconcile(admin, { timeoutMs: wait * 1_000 })),
  );
  printReconciliation(context, run, json);
}

async function show(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const run = await withAdmin(context, "tokens reconciliation", async (api, admin) => {
    const found = await api.findReconciliation(admin);
    return found && api.presentReconciliation(found);
  });
  if (run === undefined) throw new CommandError("chains and ledger have not been reconciled yet");
  printReconciliation(context, run, json);
}

type Reconciliation = ReturnType<AdminApi["presentReconciliation"]>;

const columns = ["network", "chain", "value_type", "address_id", "on_chain", "in_ledger", "cause"];
const differenceFields = [
  "network",
  "chain",
  "value_type",
  "tenant_id",
  "address_id",
  "on_chain",
  "in_ledger",
  "cause",
];

/** Differences make the command fail; so does an unreachable chain. */
function printReconciliation(context: CommandContext, run: Reconciliation, asJson: boolean): void {
  const { differences, is_complete, ...counts } = run;
  const items = differences.map((difference) =>
    shown({ ...difference, chain: difference.transfer_type }, differenceFields),
  );
  const head = shown(counts);
  printOne(context, asJson ? { ...head, differences: items, is_complete } : head, { asJson });
  if (!asJson && items.length > 0) {
    printList(context, { items, columns, asJson, noun: "differences", isComplete: is_complete });
  }
  if (run.different + run.unverified === 0) return;
  throw new CommandError(`${run.different} differences, ${run.unverified} unverified`);
}

const tokenFields = [
  "id",
  "network",
  "value_type",
  "name",
  "kind",
  "status",
  "is_public",
  "created",
  "issuer_account_id",
  "deployments",
];

function present(
  token: ReturnType<AdminApi["presentToken"]>,
  { network, asJson }: { readonly network: string; readonly asJson: boolean },
): Shown {
  const deployments = token.deployments.map(
    ({ transfer_type: chain, status, contract_address: contract, failure }) =>
      asJson ? { chain, status, contract, failure } : `${chain} ${contract ?? status}`,
  );
  return shown({ ...token, network, deployments }, tokenFields);
}
