import type { Api } from "@florin/sdk";
import { CommandError } from "../failure.ts";
import { cancelApproval, decideApproval, failApproval, requestApproval } from "./approval-flows.ts";
import { createAccount, createDebit, createOnramp, type Flow, findAddress, hundred } from "./flow.ts";
import {
  createTokenBurn,
  createTokenMint,
  createTokenTransfer,
  deployAgain,
  failTokenBurn,
  failTokenMint,
  failTokenTransfer,
  issueRejected,
  issueToken,
  reportReserve,
} from "./token-flows.ts";
import { disableSubscription, testSubscription } from "./webhook-flows.ts";

/** Makes an event happen, by the shortest way. What it returns is shown if the event is in no event log. */
export type RunFlow = (flow: Flow) => Promise<unknown>;

const createWire: RunFlow = (flow) => createOnramp(flow, { transferType: "wire" });

const completeWire = async (flow: Flow): Promise<Api.Transfer> => {
  const transfer = await createOnramp(flow, { transferType: "wire" });
  const { florin, account_id } = flow;
  await florin.simulations.payment({
    account_id,
    transfer_id: transfer.id,
    amount: { ...hundred, currency: "USD" },
    type: "wire",
  });
  return transfer;
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

/** On RTP, the sandbox rejects 57.03 with AG03: the receiving bank does not support the payment. */
const reroutePayout: RunFlow = async (flow) => {
  const { florin, account_id, mark } = flow;
  const funded = await flow.wait("transfers", await completeWire(flow));
  const { address_id, value_type, transfer_type } = funded.destination;
  const bank = await florin.addresses.createExternal({
    account_id,
    owner: "Ada Field",
    account_number: mark,
    routing_number: "021000021",
    account_type: "checking",
    transfer_types: ["rtp_credit", "same_day_ach_credit"],
  });
  await florin.transfers.create({
    account_id,
    amount: { value: "57.03", currency: "USD" },
    source: { address_id, value_type, transfer_type },
    destination: { address_id: bank.id, value_type: "USD", transfer_type: "rtp_credit", fallback: true },
  });
};

/** On the demo sanctions list. */
const sanctionedAddress = "0x00000000000000000000000000000000dec0ded1";

async function deposit(flow: Flow, from?: string): Promise<unknown> {
  const { florin, account_id } = flow;
  const { routes } = await florin.transfers.listRoutes();
  const { destination } = routes.find(({ flow: kind }) => kind === "onramp") ?? {};
  if (destination === undefined) throw new CommandError("this service has no token");
  const address_id = await findAddress(flow, destination.transfer_type);
  const sender = from === undefined ? {} : { from };
  return florin.simulations.deposit({ account_id, address_id, ...destination, amount: "25.00", ...sender });
}

/** The bank of an ACH debit of 56.05 sends a notification of change, C05. */
const changeAddress: RunFlow = (flow) => createDebit(flow, "56.05");

/** By event type. */
export const flows: Readonly<Record<string, RunFlow>> = {
  "transfer.created": createWire,
  "transfer.completed": completeWire,
  "transfer.failed": failDebit,
  "transfer.canceled": cancelWire,
  "transfer.reversed": returnDebit,
  "transfer.rerouted": reroutePayout,
  "payment.completed": completeWire,
  "payment.returned": returnDebit,
  "account.verification.documents_required": (flow) => createAccount(flow, "Document"),
  "account.verification.completed": (flow) => createAccount(flow, "Acme"),
  "account.verification.rejected": (flow) => createAccount(flow, "Denied"),
  "address.updated": changeAddress,
  "token.created": (flow) => issueToken(flow),
  "token.deployment.created": deployAgain,
  "token.deployment.completed": (flow) => issueToken(flow),
  "token.deployment.failed": issueRejected,
  "token.issuance.completed": (flow) => issueToken(flow),
  "token.issuance.failed": issueRejected,
  "token.reserve_report.created": reportReserve,
  "token.mint.created": (flow) => createTokenMint(flow),
  "token.mint.completed": (flow) => createTokenMint(flow),
  "token.mint.failed": failTokenMint,
  "token.burn.created": (flow) => createTokenBurn(flow),
  "token.burn.completed": (flow) => createTokenBurn(flow),
  "token.burn.failed": failTokenBurn,
  "token.transfer.created": (flow) => createTokenTransfer(flow),
  "token.transfer.completed": (flow) => createTokenTransfer(flow),
  "token.transfer.failed": failTokenTransfer,
  "deposit.completed": (flow) => deposit(flow),
  "deposit.held": (flow) => deposit(flow, sanctionedAddress),
  "approval.requested": (flow) => requestApproval(flow),
  "approval.approved": decideApproval("approved"),
  "approval.executed": decideApproval("executed"),
  "approval.failed": failApproval,
  "approval.rejected": decideApproval("rejected"),
  "approval.expired": decideApproval("expired"),
  "approval.canceled": cancelApproval,
  "webhook.subscription.disabled": disableSubscription,
  "webhook.test": testSubscription,
};

/** Events of a managed account, which the feed of its managing account has, too. */
export const inManagedAccount = /^account\.|^(?:payment\.returned|transfer\.reversed)$/;
