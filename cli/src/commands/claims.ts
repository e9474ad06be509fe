import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { CommandError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, shown } from "../output.ts";

interface ListOptions extends JsonChoice {
  readonly status?: "open" | "repaid" | "offset" | "written_off";
}

interface SettleOptions extends JsonChoice, YesChoice {
  readonly amount?: string;
  readonly reason: string;
}

interface RepayOptions extends SettleOptions {
  readonly payment?: string;
  readonly reference?: string;
}

interface OffsetOptions extends SettleOptions {
  readonly address: string;
  readonly chain: string;
  readonly valueType: string;
}

interface WriteOffOptions extends SettleOptions {
  readonly from: "treasury" | "fees";
}

export function addClaimCommands(program: Command, context: CommandContext): void {
  const claims = program
    .command("claims")
    .description("Manage claims: amounts that accounts owe because a debit was returned after completion");
  addReadingCommands(claims, context);
  settling(claims.command("repay <claim>"))
    .description(
      "Book money that repays a claim: a payment in suspense, or money the bank received otherwise",
    )
    .option("--payment <id>", "Payment in suspense that repays it")
    .option("--reference <text>", "Bank reference of money that is no payment here")
    .action((id: string, options: RepayOptions) => repay(context, id, options));
  settling(claims.command("offset <claim>"))
    .description("Burn tokens of the account; the claim is settled when the burn is final")
    .requiredOption("--address <id>", "Address id of a wallet of the account")
    .requiredOption("--chain <chain>", "Chain of the tokens")
    .requiredOption("--value-type <token>", "Fiat-backed token")
    .action((id: string, options: OffsetOptions) => offset(context, id, options));
  settling(claims.command("write-off <claim>"))
    .description("Write off a claim; treasury dollars or earned fees pay for the loss")
    .addOption(
      new Option("--from <account>", "Own money that pays").choices(["treasury", "fees"]).default("treasury"),
    )
    .action((id: string, options: WriteOffOptions) => writeOff(context, id, options));
  claims
    .command("reauthorize <address>")
    .description("Allow debits of a bank account again, after its owner gave a new authorization")
    .requiredOption("--reason <text>", "Reason for the audit log")
    .action((id: string, { reason }: { readonly reason: string }) => reauthorize(context, id, reason));
}

function addReadingCommands(claims: Command, context: CommandContext): void {
  claims
    .command("list")
    .description("List claims of all tenants, oldest first")
    .addOption(
      new Option("--status <status>", "Filter by status").choices([
        "open",
        "repaid",
        "offset",
        "written_off",
      ]),
    )
    .addOption(jsonOption())
    .action((options: ListOptions) => list(context, options));
  claims
    .command("show <claim>")
    .description("Show a claim with its settlements")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => show(context, id, options));
  claims
    .command("instructions <claim>")
    .description("Show deposit instructions to repay a claim; opens its account number if needed")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => instructions(context, id, options));
  claims
    .command("verify")
    .description("Compare all claims with the receivables in the ledger; fails if they differ")
    .addOption(jsonOption())
    .action((options: JsonChoice) => verify(context, options));
}

function settling(command: Command): Command {
  return command
    .option("--amount <dollars>", "Part of the claim; by default all that remains")
    .requiredOption("--reason <text>", "Reason for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption());
}

async function list(context: CommandContext, { json, ...filter }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "claims list", async (api, admin) =>
    api.presentItems(await api.listClaims(admin, filter), (claim) => api.presentClaim(claim)),
  );
  printList(context, {
    items: items.map((claim) => shown(claim)),
    columns: ["id", "network", "account_id", "return_code", "amount", "remaining", "status", "opened"],
    asJson: json,
    noun: "claims",
    isComplete,
  });
}

async function show(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  const { claim, settlements } = await withAdmin(context, "claims show", async (api, admin) => {
    const whole = await api.showClaim(admin, id);
    return {
      claim: api.presentClaim(whole.claim),
      settlements: whole.settlements.map(api.presentSettlement),
    };
  });
  const parts = settlements.map((settlement) => shown(settlement));
  if (json) {
    printOne(context, { ...shown(claim), settlements: parts }, { asJson: true });
    return;
  }
  printOne(context, shown(claim), { asJson: false });
  if (parts.length === 0) return;
  const columns = ["id", "type", "amount", "status", "source", "created"];
  printList(context, { items: parts, columns, asJson: false, noun: "settlements", isComplete: true });
}

async function instructions(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  const account = await withAdmin(context, "claims instructions", (api, admin) =>
    api.claimInstructions(admin, id),
  );
  const { accountNumber, routingNumber, bankName, beneficiaryName, memo } = account;
  const item = {
    bank_name: bankName,
    routing_number: routingNumber,
    account_number: accountNumber,
    beneficiary_name: beneficiaryName,
    memo,
  };
  printOne(context, item, { asJson: json });
}

async function verify(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const items = await withAdmin(context, "claims verify", (api, admin) => api.verifyClaims(admin));
  const columns = ["tenant_id", "network", "account_id", "claims", "ledger"];
  printList(context, { items, columns, asJson: json, noun: "differences", isComplete: true });
  if (items.length > 0)
    throw new CommandError(`the claims of ${items.length} accounts differ from the ledger`);
}

async function repay(
  context: CommandContext,
  claimId: string,
  { payment, reference, amount, reason, yes, json }: RepayOptions,
): Promise<void> {
  const money = payment === undefined ? `the money with reference ${reference}` : `payment ${payment}`;
  await confirm(context, { consequence: `Claim ${claimId} is repaid by ${money}.`, isConfirmed: yes });
  const request = {
    claimId,
    amount,
    reason,
    ...(payment && { paymentId: payment }),
    ...(reference && { reference }),
  };
  const claim = await withAdmin(context, "claims repay", async (api, admin) =>
    api.presentClaim(await api.repayClaim(admin, request)),
  );
  printOne(context, shown(claim), { asJson: json });
}

async function offset(
  context: CommandContext,
  claimId: string,
  { address, yes, json, ...options }: OffsetOptions,
): Promise<void> {
  const tokens = `${options.amount ?? "All that remains, in"} ${options.valueType}`;
  const consequence = `${tokens} of ${address} on ${options.chain} is burned to settle claim ${claimId}.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const claim = await withAdmin(context, "claims offset", async (api, admin) =>
    api.presentClaim(await api.offsetClaim(admin, { ...options, claimId, addressId: address })),
  );
  printOne(context, shown(claim), { asJson: json });
}

async function writeOff(
  context: CommandContext,
  claimId: string,
  { from, amount, reason, yes, json }: WriteOffOptions,
): Promise<void> {
  const consequence = `${amount ?? "All that remains"} of claim ${claimId} is written off, paid from ${from}.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const claim = await withAdmin(context, "claims write-off", async (api, admin) =>
    api.presentClaim(await api.writeOffClaim(admin, { claimId, from, amount, reason })),
  );
  printOne(context, shown(claim), { asJson: json });
}

async function reauthorize(context: CommandContext, addressId: string, reason: string): Promise<void> {
  await withAdmin(context, "claims reauthorize", (api, admin) =>
    api.reauthorizeAddress(admin, { addressId, reason }),
  );
  context.stderr.write("Debits are allowed again.\n");
}
