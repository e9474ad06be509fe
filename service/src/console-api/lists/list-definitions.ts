import { accountStatuses } from "../../accounts/index.ts";
import { approvalStatuses } from "../../approvals/index.ts";
import { automationStatuses } from "../../automations/index.ts";
import { lowestIdAt } from "../../kernel/id.ts";
import { formatInstant, instantFromMs } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import { holdReasons } from "../../payments/index.ts";
import { fileStates } from "../../rails/engine/bank-operations.ts";
import { freezeStatuses } from "../../tokens/index.ts";
import { attemptStatuses } from "../../webhooks/index.ts";
import { entryOrder, recordOrder } from "../ledger/ledger-orders.ts";
import { cellOf, type ListItem } from "./listable.ts";
import type { ListOrder } from "./ordered-route.ts";

/** What a list has besides its pages: a file, counts by status, and sums. */
export interface ListDefinition {
  /** Beginning of the file's name. */
  readonly name: string;
  readonly status?: {
    /** Query parameter that filters by it; `status` unless it says otherwise. */
    readonly parameter?: string;
    readonly values: readonly string[];
    readonly of: (item: ListItem) => string;
  };
  /** Decimal value and currency; empty if an item has none. */
  readonly amount?: (item: ListItem) => readonly [value: string, currency: string];
}

const at =
  (...path: readonly string[]) =>
  (item: ListItem) =>
    cellOf(item, path);
const ownAmount = (item: ListItem) => [at("amount")(item), at("currency")(item)] as const;
const dollarsAt =
  (...path: readonly string[]) =>
  (item: ListItem) =>
    [at(...path)(item), usd.code] as const;

const approvals: ListDefinition = {
  name: "approvals",
  status: { values: approvalStatuses, of: at("approval", "status") },
  amount: dollarsAt("approval", "dollars"),
};

const ledgerAccounts: ListDefinition = { name: "ledger-accounts" };
const ledgerRecords: ListDefinition = { name: "ledger-records" };

/** By the operation of the list. */
export const listDefinitions: Readonly<Record<string, ListDefinition>> = {
  searchAccounts: {
    name: "accounts",
    status: { values: accountStatuses, of: at("status") },
  },
  listClaims: { name: "claims", amount: dollarsAt("remaining") },
  listSuspense: {
    name: "suspense",
    status: { parameter: "reason", values: holdReasons, of: at("hold", "reason") },
    amount: (item) => [at("amount", "value")(item), at("amount", "currency")(item)],
  },
  listHeldTransfers: { name: "held-transfers", amount: ownAmount },
  listHeldDeposits: { name: "held-deposits", amount: ownAmount },
  listFailedRefunds: { name: "failed-refunds", amount: ownAmount },
  listReviews: { name: "reviews" },
  listLedgerJournals: { name: "ledger-journals" },
  listLedgerAccounts: ledgerAccounts,
  listLedgerAccountsOfWorkspace: ledgerAccounts,
  listLedgerRecords: ledgerRecords,
  listLedgerRecordsOfWorkspace: ledgerRecords,
  listOperatorApprovals: approvals,
  listWorkspaceApprovals: approvals,
  listBankItems: { name: "bank-exceptions", amount: dollarsAt("amount") },
  listBankFiles: {
    name: "bank-files",
    status: { parameter: "state", values: fileStates, of: at("state") },
  },
  listRequests: {
    name: "requests",
    status: { values: ["2xx", "3xx", "4xx", "5xx"], of: (item) => `${at("status")(item).charAt(0)}xx` },
  },
  listApplications: {
    name: "applications",
    status: { values: ["live", "revoked"], of: (item) => (at("revoked")(item) === "" ? "live" : "revoked") },
  },
  listUsers: { name: "users" },
  listMembers: { name: "members" },
  listTenants: { name: "tenants" },
  listDeadJobs: { name: "dead-jobs" },
  listFreezes: {
    name: "freezes",
    status: { values: freezeStatuses, of: at("status") },
  },
  "workspace.listAddresses": {
    name: "addresses",
    status: { parameter: "type", values: ["internal", "external"], of: at("type") },
  },
  "workspace.listAutomations": {
    name: "automations",
    status: { values: automationStatuses, of: at("status") },
  },
  "workspace.listTokens": { name: "tokens" },
  "workspace.listEvents": { name: "events" },
  "workspace.listWebhookDeliveries": {
    name: "deliveries",
    status: { values: attemptStatuses, of: at("status") },
  },
};

const newestFirst: ListOrder = { first: "newest" };
const oldestFirst: ListOrder = { first: "oldest" };
const approvalOrder: ListOrder = { ...newestFirst, positionOf: at("approval", "id") };
const auditOrder: ListOrder = {
  ...newestFirst,
  // As `positionText` of the audit log.
  positionOf: (item) => `${at("at")(item)} ${at("id")(item)}`,
  positionAt: (instant) => `${formatInstant(instant)} ${lowestIdAt(instant)}`,
  hasRange: true,
};

const reviewOrder: ListOrder = {
  ...oldestFirst,
  // As `writePlace` of the queue: reviews in a state are in the order in which they came to it.
  positionOf: (item, query) =>
    `${at((query as { stage?: string }).stage === undefined ? "waiting_since" : "stage_since")(item)} ${at("account_id")(item)}`,
  positionAt: (instant) => `${formatInstant(instant)} ${lowestIdAt(instantFromMs(0))}`,
};

/** Lists that the user reads in either order and between two times, by the operation of the list. */
export const listOrders: Readonly<Record<string, ListOrder>> = {
  searchAccounts: newestFirst,
  listSuspense: oldestFirst,
  listClaims: oldestFirst,
  listHeldTransfers: oldestFirst,
  listHeldDeposits: oldestFirst,
  listFailedRefunds: oldestFirst,
  listBankItems: oldestFirst,
  listReviews: reviewOrder,
  listLedgerRecords: recordOrder,
  listLedgerRecordsOfWorkspace: recordOrder,
  getLedgerStatement: entryOrder,
  getLedgerStatementOfWorkspace: entryOrder,
  listOperatorApprovals: approvalOrder,
  listWorkspaceApprovals: approvalOrder,
  listBankFiles: newestFirst,
  listRequests: newestFirst,
  listApplications: { ...newestFirst, positionOf: at("client_id") },
  listUsers: { ...newestFirst, positionOf: at("user_id") },
  listTenants: newestFirst,
  listDeadJobs: newestFirst,
  listFreezes: newestFirst,
  listTokenFreezes: newestFirst,
  listAudit: auditOrder,
  listWorkspaceAudit: auditOrder,
  "workspace.listAddresses": newestFirst,
  "workspace.listAutomations": newestFirst,
  "workspace.listWebhookDeliveries": newestFirst,
};
