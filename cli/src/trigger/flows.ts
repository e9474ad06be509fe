import { CommandError } from "../failure.ts";
import { cancelApproval, requestApproval } from "./approval-flows.ts";
import { createAccount, createDebit, createOnramp, type Flow, findAddress, hundred } from "./flow.ts";
import {
  createTokenBurn,
  createTokenMint,
  createTokenTransfer,
  deployAgain,
  issueToken,
} from "./token-flows.ts";
import { disableSubscription, testSubscription } from "./webhook-flows.ts";

/** Makes an event happen, by the shortest way. What it returns is shown if the event is in no event log. */
export type RunFlow = (flow: Flow) => Promise<unknown>;

const createWire: RunFlow = (flow) => createOnramp(flow, { transferType: "wire" });

const completeWire: RunFlow = async (flow) => {
  const { id } = await createOnramp(flow, { transferType: "wire" });
  const { florin, account_id } = flow;
  await florin.simulations.payment({
    account_id,
    transfer_id: id,
    amount: { ...hundred, currency: "USD" },
    type: "wire",
  });
};

/** The sandbox returns an ACH entry of 55.01 with R01. */
const failDebit: RunFlow = (flow) => createDebit(flow, "55.01");

const cancelWire: RunFlow = async (flow) => {
  const { id } = await createOnramp(flow, { transferType: "wire" });
  await flow.florin.transfers.cancel({ account_id: flow.account_id, transfer_id: id });
};

/** In an account of its own, because the account owes the amount afterwards. */
const returnDebit: RunFlow = async (flow) => {
  const { id: account_id } = await flow.wait("accounts", await createAccount(flow, "Acme"));
  const { id } = await flow.wait("transfers", await createDebit(flow, "20.00", account_id), account_id);
  await flow.florin.simulations.achReturn({ account_id, transfer_id: id, code: "R10" });
};

const deposit: RunFlow = async (flow) => {
  const { florin, account_id } = flow;
  const { routes } = await florin.transfers.listRoutes();
  const { destination } = routes.find(({ flow: kind }) => kind === "onramp") ?? {};
  if (destination === undefined) throw new CommandError("this service has no token");
  const address_id = await findAddress(flow, destination.transfer_type);
  await florin.simulations.deposit({ account_id, address_id, ...destination, amount: "25.00" });
};

/** By event type. */
export const flows: Readonly<Record<string, RunFlow>> = {
  "transfer.created": createWire,
  "transfer.completed": completeWire,
  "transfer.failed": failDebit,
  "transfer.canceled": cancelWire,
  "transfer.reversed": returnDebit,
  "payment.completed": completeWire,
  "payment.returned": returnDebit,
  "account.verification.documents_required": (flow) => createAccount(flow, "Document"),
  "account.verification.completed": (flow) => createAccount(flow, "Acme"),
  "account.verification.rejected": (flow) => createAccount(flow, "Denied"),
  "token.created": (flow) => issueToken(flow),
  "token.deployment.created": deployAgain,
  "token.deployment.completed": (flow) => issueToken(flow),
  "token.issuance.completed": (flow) => issueToken(flow),
  "token.mint.created": createTokenMint,
  "token.mint.completed": createTokenMint,
  "token.burn.created": createTokenBurn,
  "token.burn.completed": createTokenBurn,
  "token.transfer.created": createTokenTransfer,
  "token.transfer.completed": createTokenTransfer,
  "deposit.completed": deposit,
  "approval.requested": requestApproval,
  "approval.canceled": cancelApproval,
  "webhook.subscription.disabled": disableSubscription,
  "webhook.test": testSubscription,
};

const chainFailure = "the sandbox chains do not fail";
const approvals =
  "another user or application has to decide; trigger approval.requested, then decide as that one";

/** Events that an application cannot cause, and why. */
export const notTriggerable: Readonly<Record<string, string>> = {
  "token.deployment.failed": chainFailure,
  "token.issuance.failed": chainFailure,
  "token.mint.failed": chainFailure,
  "token.burn.failed": chainFailure,
  "token.transfer.failed": chainFailure,
  "token.reserve_report.created": "the service signs the report of a month after its end",
  "deposit.held": "the sender of a simulated deposit matches no sanctions list",
  "address.updated": "the sandbox bank sends no notifications of change",
  "approval.approved": approvals,
  "approval.executed": approvals,
  "approval.failed": approvals,
  "approval.rejected": approvals,
  "approval.expired": "an approval expires after APPROVAL_EXPIRY_HOURS; trigger approval.requested, and wait",
};

/** Events of a managed account, which the feed of its managing account has, too. */
export const inManagedAccount = /^account\.|^(?:payment\.returned|transfer\.reversed)$/;
