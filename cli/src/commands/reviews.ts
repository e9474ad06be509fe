import { InvalidArgumentError, Option } from "commander";
import { type AdminApi, withAdmin } from "../admin-api.ts";
import { type CommandGroup, command, itemCommand } from "../admin-command.ts";
import {
  type Choice,
  json,
  networkFilter,
  oneOf,
  optional,
  repeatable,
  required,
  withDefault,
} from "../command-options.ts";
import { UsageError } from "../failure.ts";
import { printList, shown } from "../output.ts";
import { printReview } from "./review-output.ts";

const revision: Choice<{ readonly revision: number }> = new Option(
  "--revision <number>",
  "Revision you reviewed, as printed by `reviews show`",
)
  .argParser(readRevision)
  .makeOptionMandatory();
const reasonText = "Reason, stored with the decision";
const reason = required("--reason <text>", reasonText);
const optionalReason = optional("--reason <text>", reasonText);
const decidedFields = "account_id status stage open_hit revision";
const queuedFields = `${decidedFields} tenant_id network name hits flags stage_since waiting_since`;

export const reviewCommands: CommandGroup = {
  name: "reviews",
  description: "Manage account reviews",
  commands: [
    command("list", {
      description: "List reviews that need a decision, or are in a given state, oldest first",
      options: [
        networkFilter,
        oneOf("--stage <stage>", "All reviews in this state, not only those that need a decision", [
          "screening",
          "deciding",
          "documents_required",
          "in_review",
        ]),
        json,
      ],
      run: async ({ context, name, input: { json: asJson, ...filter } }) => {
        const { items, isComplete } = await withAdmin(context, name, async (api, admin) =>
          api.presentItems(await api.listReviews(admin, filter), api.presentQueuedReview),
        );
        const since = filter.stage === undefined ? "waiting_since" : "stage_since";
        printList(context, {
          items: items.map((review) => shown({ ...review, open_hit: review.has_open_hit }, queuedFields)),
          columns: ["account_id", "network", "name", "stage", "open_hit", "hits", "flags", since],
          asJson,
          noun: filter.stage === undefined ? "pending reviews" : "reviews in this state",
          isComplete,
        });
      },
    }),
    command("show <account>", {
      description: "Show a review; personal data is masked",
      options: [json],
      run: async ({ context, name, input: { account, json: asJson } }) => {
        const review = await withAdmin(context, name, async (api, admin) => {
          const { review: found, names } = await api.showReview(admin, account);
          return api.presentReview(found, names);
        });
        printReview(context, review, { asJson });
      },
    }),
    itemCommand("approve <account>", {
      description: "Approve the account; requires a reason if there is a hit or a flag",
      options: [revision, optionalReason],
      run: async (api, admin, { account: accountId, ...decision }) =>
        decided(api, await api.approveReview(admin, { reason: undefined, ...decision, accountId })),
      fields: decidedFields,
    }),
    itemCommand("reject <account>", {
      description: "Permanently reject the account",
      options: [
        revision,
        reason,
        withDefault("--code <code>", "Reason code returned to the managing account", "verification_failed"),
      ],
      consequence: ({ account }) =>
        `This permanently rejects account ${account} and notifies its managing account.`,
      run: async (api, admin, { account: accountId, ...decision }) =>
        decided(api, await api.rejectReview(admin, { ...decision, accountId })),
      fields: decidedFields,
    }),
    itemCommand("clear-hit <account>", {
      description: "Clear a sanctions hit on a complete account as a false positive",
      options: [revision, reason],
      run: async (api, admin, { account: accountId, ...decision }) =>
        decided(api, await api.clearReviewHit(admin, { ...decision, accountId })),
      fields: decidedFields,
    }),
    itemCommand("request-documents <account>", {
      description: "Request documents from the managing account",
      options: [
        revision,
        optional("--set <name>", "Document set: standard, business, identity, address or ownership"),
        repeatable(
          "--document <kind[:person_label]>",
          "Document, such as government_photo_id:owner_1 (repeatable)",
        ),
        optionalReason,
      ],
      check: ({ set, document }) => {
        if ((set === undefined) === (document.length === 0)) {
          throw new UsageError("specify either --set or --document (repeatable)");
        }
      },
      run: async (api, admin, { account: accountId, document: documents, ...decision }) => {
        const request = { set: undefined, reason: undefined, ...decision, accountId, documents };
        return decided(api, await api.requestReviewDocuments(admin, request));
      },
      fields: decidedFields,
    }),
    itemCommand("accept-document <account> <document>", {
      description: "Accept a submitted document",
      options: [revision],
      run: async (api, admin, { account: accountId, document: documentId, ...decision }) =>
        decided(api, await api.acceptReviewDocument(admin, { ...decision, accountId, documentId })),
      fields: decidedFields,
    }),
    itemCommand("reject-document <account> <document>", {
      description: "Reject a document and request it again",
      options: [revision, reason],
      run: async (api, admin, { account: accountId, document: documentId, ...decision }) =>
        decided(api, await api.rejectReviewDocument(admin, { ...decision, accountId, documentId })),
      fields: decidedFields,
    }),
  ],
};

function decided(api: AdminApi, verification: Parameters<AdminApi["presentDecidedReview"]>[0]) {
  const review = api.presentDecidedReview(verification);
  return { ...review, open_hit: review.has_open_hit };
}

function readRevision(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
