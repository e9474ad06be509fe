import { type Command, InvalidArgumentError, Option } from "commander";
import { type AdminApi, withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, shown } from "../output.ts";
import { printReview } from "./review-output.ts";

interface Decision extends JsonChoice {
  readonly revision: number;
}

interface ListChoice extends JsonChoice {
  readonly network?: string;
  readonly stage?: string;
}

interface Reasoned extends Decision {
  readonly reason: string;
}

interface Request extends Decision {
  readonly set?: string;
  readonly document: readonly string[];
  readonly reason?: string;
}

export function addReviewCommands(program: Command, context: CommandContext): void {
  const reviews = program.command("reviews").description("Manage account reviews");
  addReadCommands(reviews, context);
  addDecisionCommands(reviews, context);
  addDocumentCommands(reviews, context);
}

function addReadCommands(reviews: Command, context: CommandContext): void {
  reviews
    .command("list")
    .description("List reviews that need a decision, or are in a given state, oldest first")
    .addOption(new Option("--network <network>", "Filter by network").choices(["testnet", "mainnet"]))
    .addOption(
      new Option("--stage <stage>", "All reviews in this state, not only those that need a decision").choices(
        ["screening", "deciding", "documents_required", "in_review"],
      ),
    )
    .addOption(jsonOption())
    .action((options: ListChoice) => list(context, options));
  reviews
    .command("show <account>")
    .description("Show a review; personal data is masked")
    .addOption(jsonOption())
    .action((account: string, options: JsonChoice) => show(context, account, options));
}

function addDecisionCommands(reviews: Command, context: CommandContext): void {
  decision(reviews, "approve", "Approve the account; requires a reason if there is a hit or a flag")
    .option("--reason <text>", "Reason, stored with the decision")
    .action((account: string, options: Decision & { readonly reason?: string }) =>
      decide(context, "approve", options, (api, admin) =>
        api.approveReview(admin, { ...choiceOf(account, options), reason: options.reason }),
      ),
    );
  decision(reviews, "reject", "Permanently reject the account")
    .requiredOption("--reason <text>", "Reason, stored with the decision")
    .option("--code <code>", "Reason code returned to the managing account", "verification_failed")
    .addOption(yesOption())
    .action((account: string, options: Reasoned & YesChoice & { readonly code: string }) =>
      reject(context, account, options),
    );
  decision(reviews, "clear-hit", "Clear a sanctions hit on a complete account as a false positive")
    .requiredOption("--reason <text>", "Reason, stored with the decision")
    .action((account: string, options: Reasoned) =>
      decide(context, "clear-hit", options, (api, admin) =>
        api.clearReviewHit(admin, { ...choiceOf(account, options), reason: options.reason }),
      ),
    );
}

function addDocumentCommands(reviews: Command, context: CommandContext): void {
  decision(reviews, "request-documents", "Request documents from the managing account")
    .option("--set <name>", "Document set: standard, business, identity, address or ownership")
    .option(
      "--document <kind[:person_label]>",
      "Document, such as government_photo_id:owner_1 (repeatable)",
      append,
      [],
    )
    .option("--reason <text>", "Reason, stored with the decision")
    .action((account: string, options: Request) => request(context, account, options));
  decision(reviews, "accept-document", "Accept a submitted document", "<document>").action(
    (account: string, documentId: string, options: Decision) =>
      decide(context, "accept-document", options, (api, admin) =>
        api.acceptReviewDocument(admin, { ...choiceOf(account, options), documentId }),
      ),
  );
  decision(reviews, "reject-document", "Reject a document and request it again", "<document>")
    .requiredOption("--reason <text>", "Reason, stored with the decision")
    .action((account: string, documentId: string, options: Reasoned) =>
      decide(context, "reject-document", options, (api, admin) =>
        api.rejectReviewDocument(admin, {
          ...choiceOf(account, options),
          documentId,
          reason: options.reason,
        }),
      ),
    );
}

function decision(reviews: Command, name: string, description: string, extraArguments = ""): Command {
  return reviews
    .command(`${name} <account> ${extraArguments}`.trim())
    .description(description)
    .addOption(
      new Option("--revision <number>", "Revision you reviewed, as printed by `reviews show`")
        .argParser(readRevision)
        .makeOptionMandatory(),
    )
    .addOption(jsonOption());
}

async function list(context: CommandContext, { json, ...filter }: ListChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "reviews list", async (api, admin) =>
    api.presentItems(await api.listReviews(admin, filter), api.presentQueuedReview),
  );
  const since = filter.stage === undefined ? "waiting_since" : "stage_since";
  printList(context, {
    items: items.map((review) => shown({ ...review, open_hit: review.has_open_hit }, queuedFields)),
    columns: ["account_id", "network", "name", "stage", "open_hit", "hits", "flags", since],
    asJson: json,
    noun: filter.stage === undefined ? "pending reviews" : "reviews in this state",
    isComplete,
  });
}

async function show(context: CommandContext, account: string, { json }: JsonChoice): Promise<void> {
  const review = await withAdmin(context, "reviews show", (api, admin) => api.showReview(admin, account));
  printReview(context, review, { asJson: json });
}

async function reject(
  context: CommandContext,
  account: string,
  options: Reasoned & YesChoice & { readonly code: string },
): Promise<void> {
  const consequence = `This permanently rejects account ${account} and notifies its managing account.`;
  await confirm(context, { consequence, isConfirmed: options.yes });
  const { reason, code } = options;
  await decide(context, "reject", options, (api, admin) =>
    api.rejectReview(admin, { ...choiceOf(account, options), reason, code }),
  );
}

async function request(context: CommandContext, account: string, options: Request): Promise<void> {
  const { set, document: documents, reason } = options;
  if ((set === undefined) === (documents.length === 0)) {
    throw new UsageError("specify either --set or --document (repeatable)");
  }
  await decide(context, "request-documents", options, (api, admin) =>
    api.requestReviewDocuments(admin, { ...choiceOf(account, options), set, documents, reason }),
  );
}

type Admin = Parameters<Parameters<typeof withAdmin>[2]>[1];

async function decide(
  context: CommandContext,
  name: string,
  { json }: JsonChoice,
  work: (api: AdminApi, admin: Admin) => ReturnType<AdminApi["approveReview"]>,
): Promise<void> {
  const decided = await withAdmin(context, `reviews ${name}`, async (api, admin) =>
    api.presentDecidedReview(await work(api, admin)),
  );
  const item = shown({ ...decided, open_hit: decided.has_open_hit }, decidedFields);
  printOne(context, item, { asJson: json });
}

const decidedFields = ["account_id", "status", "stage", "open_hit", "revision"];
const queuedFields = [
  ...decidedFields,
  "tenant_id",
  "network",
  "name",
  "hits",
  "flags",
  "stage_since",
  "waiting_since",
];

function choiceOf(accountId: string, { revision }: Decision) {
  return { accountId, revision };
}

function readRevision(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

function append(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
