import type { DecidedReviewView, QueuedReviewView } from "@florin/service/admin";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type AdminDoor, withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
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

export function addReviewCommands(program: Command, surroundings: Surroundings): void {
  const reviews = program.command("reviews").description("accounts that wait for a person's decision");
  addReading(reviews, surroundings);
  addVerdicts(reviews, surroundings);
  addDocumentDecisions(reviews, surroundings);
}

function addReading(reviews: Command, surroundings: Surroundings): void {
  reviews
    .command("list")
    .description("list what waits for a person, or is at a stage, the longest first")
    .addOption(new Option("--network <network>", "only this world").choices(["testnet", "mainnet"]))
    .addOption(
      new Option("--stage <stage>", "everything at this stage, whether or not it waits for a person").choices(
        ["screening", "deciding", "documents_required", "in_review"],
      ),
    )
    .addOption(jsonOption())
    .action((options: ListChoice) => list(surroundings, options));
  reviews
    .command("show <account>")
    .description("show one review with what is needed to decide; personal data is masked")
    .addOption(jsonOption())
    .action((account: string, options: JsonChoice) => show(surroundings, account, options));
}

function addVerdicts(reviews: Command, surroundings: Surroundings): void {
  decision(reviews, "approve", "complete the account; over a hit or a flag it needs a reason")
    .option("--reason <text>", "why, for the records")
    .action((account: string, options: Decision & { readonly reason?: string }) =>
      decide(surroundings, "approve", options, (door, admin) =>
        door.approveReview(admin, { ...choiceOf(account, options), reason: options.reason }),
      ),
    );
  decision(reviews, "reject", "reject the account, for good")
    .requiredOption("--reason <text>", "why, for the records")
    .option("--code <code>", "why, for the account's manager", "verification_failed")
    .addOption(yesOption())
    .action((account: string, options: Reasoned & YesChoice & { readonly code: string }) =>
      reject(surroundings, account, options),
    );
  decision(reviews, "clear-hit", "clear an alert on a complete account: somebody else is on the list")
    .requiredOption("--reason <text>", "why, for the records")
    .action((account: string, options: Reasoned) =>
      decide(surroundings, "clear-hit", options, (door, admin) =>
        door.clearReviewHit(admin, { ...choiceOf(account, options), reason: options.reason }),
      ),
    );
}

function addDocumentDecisions(reviews: Command, surroundings: Surroundings): void {
  decision(reviews, "request-documents", "ask the account's manager for documents")
    .option("--set <name>", "a named set: standard, business, identity, address or ownership")
    .option("--document <kind[:person]>", "a document, such as government_photo_id:owner_1", append, [])
    .option("--reason <text>", "why, for the records")
    .action((account: string, options: Request) => request(surroundings, account, options));
  decision(reviews, "accept-document", "find that a document is what was asked for", "<document>").action(
    (account: string, documentId: string, options: Decision) =>
      decide(surroundings, "accept-document", options, (door, admin) =>
        door.acceptReviewDocument(admin, { ...choiceOf(account, options), documentId }),
      ),
  );
  decision(reviews, "reject-document", "refuse a document, and ask for it again", "<document>")
    .requiredOption("--reason <text>", "why, for the records")
    .action((account: string, documentId: string, options: Reasoned) =>
      decide(surroundings, "reject-document", options, (door, admin) =>
        door.rejectReviewDocument(admin, {
          ...choiceOf(account, options),
          documentId,
          reason: options.reason,
        }),
      ),
    );
}

function decision(reviews: Command, name: string, description: string, more = ""): Command {
  return reviews
    .command(`${name} <account> ${more}`.trim())
    .description(description)
    .addOption(
      new Option("--revision <number>", "the revision that you looked at, as `reviews show` told it")
        .argParser(readRevision)
        .makeOptionMandatory(),
    )
    .addOption(jsonOption());
}

async function list(surroundings: Surroundings, { json, ...filter }: ListChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "reviews list", (door, admin) =>
    door.listReviews(admin, filter),
  );
  const since = filter.stage === undefined ? "waiting_since" : "stage_since";
  printList(surroundings, {
    items: items.map(presentQueued),
    columns: ["account_id", "network", "name", "stage", "open_hit", "hits", "flags", since],
    asJson: json,
    noun: filter.stage === undefined ? "reviews waiting" : "reviews at this stage",
    isComplete,
  });
}

async function show(surroundings: Surroundings, account: string, { json }: JsonChoice): Promise<void> {
  const review = await withAdmin(surroundings, "reviews show", (door, admin) =>
    door.showReview(admin, account),
  );
  printReview(surroundings, review, { asJson: json });
}

async function reject(
  surroundings: Surroundings,
  account: string,
  options: Reasoned & YesChoice & { readonly code: string },
): Promise<void> {
  const consequence = `Account ${account} is rejected for good, and its manager is told.`;
  await confirm(surroundings, { consequence, isConfirmed: options.yes });
  const { reason, code } = options;
  await decide(surroundings, "reject", options, (door, admin) =>
    door.rejectReview(admin, { ...choiceOf(account, options), reason, code }),
  );
}

async function request(surroundings: Surroundings, account: string, options: Request): Promise<void> {
  const { set, document: documents, reason } = options;
  if ((set === undefined) === (documents.length === 0)) {
    throw new UsageError("give either --set, or --document once or more");
  }
  await decide(surroundings, "request-documents", options, (door, admin) =>
    door.requestReviewDocuments(admin, { ...choiceOf(account, options), set, documents, reason }),
  );
}

type Admin = Parameters<Parameters<typeof withAdmin>[2]>[1];

async function decide(
  surroundings: Surroundings,
  name: string,
  { json }: JsonChoice,
  work: (door: AdminDoor, admin: Admin) => Promise<DecidedReviewView>,
): Promise<void> {
  const decided = await withAdmin(surroundings, `reviews ${name}`, work);
  printOne(surroundings, presentDecided(decided), { asJson: json });
}

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

function presentDecided({ accountId, status, stage, hasOpenHit, revision }: DecidedReviewView): Shown {
  return { account_id: accountId, status, stage, open_hit: hasOpenHit, revision };
}

function presentQueued(review: QueuedReviewView): Shown {
  const { tenantId, network, name, flags, hits, stageSince, waitingSince } = review;
  return {
    ...presentDecided(review),
    tenant_id: tenantId,
    network,
    name,
    hits,
    flags,
    stage_since: stageSince,
    waiting_since: waitingSince ?? null,
  };
}
