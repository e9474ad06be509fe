import type { DifferenceView, ReconciliationView, TokenRegistration, TokenView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { parseDuration } from "../duration.ts";
import { CommandError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";

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
    .addOption(
      new Option("--chain <chain>", "Chain")
        .choices(["ethereum", "base", "solana", "stellar"])
        .makeOptionMandatory(),
    )
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
  const { items, isComplete } = await withAdmin(context, "tokens failed-refunds", (api, admin) =>
    api.listFailedTokenRefunds(admin),
  );
  printList(context, {
    items: items.map(({ id, network, amount, updated, tenantId, accountId, currency }) => ({
      id,
      network,
      amount,
      updated,
      tenant_id: tenantId,
      account_id: accountId,
      value_type: currency,
    })),
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
  const { items, isComplete } = await withAdmin(context, "tokens list", (api, admin) =>
    api.listTokens(admin, { network }),
  );
  printList(context, {
    items: items.map((token) => present(token, { asJson: json })),
    columns: ["value_type", "name", "kind", "status", "issuer_account_id", "deployments"],
    asJson: json,
    noun: "tokens",
    isComplete,
  });
}

async function register(context: CommandContext, { json, ...request }: RegisterOptions): Promise<void> {
  const token = await withAdmin(context, "tokens register", (api, admin) =>
    api.registerToken(admin, request),
  );
  printOne(context, present(token, { asJson: json }), { asJson: json });
}

async function reconcile(context: CommandContext, { wait, json }: ReconcileOptions): Promise<void> {
  const view = await withAdmin(context, "tokens reconcile", (api, admin) =>
    api.reconcile(admin, { timeoutMs: wait * 1_000 }),
  );
  printReconciliation(context, view, json);
}

async function show(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const view = await withAdmin(context, "tokens reconciliation", (api, admin) =>
    api.showReconciliation(admin),
  );
  printReconciliation(context, view, json);
}

/** Differences make the command fail; so does an unreachable chain. */
function printReconciliation(context: CommandContext, view: ReconciliationView, asJson: boolean): void {
  const { differences, isComplete, ...counts } = view;
  const items = differences.map(presentDifference);
  if (asJson) printOne(context, { ...counts, differences: items, is_complete: isComplete }, { asJson });
  else {
    printOne(context, counts, { asJson });
    const columns = ["network", "chain", "value_type", "address_id", "on_chain", "in_ledger", "cause"];
    if (items.length > 0) {
      printList(context, { items, columns, asJson, noun: "differences", isComplete });
    }
  }
  if (view.different + view.unverified === 0) return;
  throw new CommandError(`${view.different} differences, ${view.unverified} unverified`);
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
