import { createKnownMicroDeposits, createMicroDeposits } from "../addresses/adapters/micro-deposits.ts";
import { createSandboxBankLinks } from "../addresses/adapters/sandbox-bank-links.ts";
import {
  type BankLinkProviders,
  failMicroDeposits,
  type LinkCallbacks,
  type SendMicroDeposits,
  type SendPrenote,
} from "../addresses/index.ts";
import { findRules } from "../approvals/index.ts";
import type { AuditDeps } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { type Network, parseId, type TenantId } from "../kernel/id.ts";
import { usd } from "../kernel/money.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { LedgerAccount, Operation } from "../ledger/index.ts";
import {
  counterpartyOf,
  outsideDollars,
  type PaymentOwner,
  type Payments,
  type PaymentUpdate,
} from "../payments/index.ts";
import { type BankWorkDeps, createBankWork } from "../rails/engine/create-bank-work.ts";
import { createDestinationCheck } from "../webhooks/adapters/destination-check.ts";
import { type CustomerWebhookDeps, readDestination, subscribeCustomer } from "../webhooks/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Banks } from "./banks.ts";

const ownerName = "addresses.micro_deposits";
const maxPerDay = 10;

/** Bank account linking in each network: testnet has a page with test banks; both send micro-deposits. */
export function createBankLinks(
  { config, newId, clock, keyRing }: AppParts,
  payments: Payments,
  banks: Banks,
  wakeUp: CustomerWebhookDeps["wakeUp"],
): BankLinkProviders {
  const send = sendDeposits(newId, payments, banks);
  const limits = { maxPerDay, maxPerTenant: config.microDepositsPerTenant };
  return {
    testnet: {
      page: createSandboxBankLinks({ baseUrl: config.baseUrl }),
      deposits: createKnownMicroDeposits({ send, ...limits }),
    },
    mainnet: { page: undefined, deposits: createMicroDeposits({ send, ...limits }) },
    callbacks: {
      ...createLinkCallbacks(config),
      subscribe: createSubscribe({ newId, clock, keyRing, wakeUp }),
    },
  };
}

/** @public Also used to generate the API document, without a running service. */
export function createLinkCallbacks({
  baseUrl,
  webhooks: { allowHttp, allowPrivate, proxyUrl },
}: Pick<AppParts["config"], "baseUrl" | "webhooks">): Omit<LinkCallbacks, "subscribe"> {
  const rules = { allowHttp, allowPrivate };
  return {
    callbackUrl: (token) => `${baseUrl}/banklink/callbacks/${token}`,
    readDestination: (url) => readDestination(url, rules),
    checkDestination: createDestinationCheck({ rules, isProxied: proxyUrl !== undefined }),
    refuseUnattended: refuseUnapproved,
  };
}

function createSubscribe(deps: CustomerWebhookDeps): LinkCallbacks["subscribe"] {
  return async (tx, customer) => {
    const created = await subscribeCustomer(deps, tx, customer);
    return created && { subscriptionId: created.subscription.id, sharedSecret: created.sharedSecret };
  };
}

/** Why a bank account cannot be added without a request of its own: a rule demands approvals. */
export async function refuseUnapproved(
  tx: Transaction,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
): Promise<Refusal | undefined> {
  const rules = await findRules(tx, tenantId);
  const isControlled = rules.some(
    (rule) => rule.operation === "external_address" && (rule.network ?? network) === network,
  );
  return isControlled ? refuse("unprocessable", "a new bank account needs approvals here") : undefined;
}

function sendDeposits(newId: AppParts["newId"], payments: Payments, banks: Banks): SendMicroDeposits {
  return async (tx, { address, amountsCents }) => {
    const { tenantId, network, id: addressId } = address;
    await payments.order(
      tx,
      amountsCents.map((amountCents) => ({
        id: newId<"payment">(),
        tenantId,
        network,
        // No account: an account that could read the amounts could confirm them.
        accountId: undefined,
        rail: "ach_credit",
        amountCents,
        addressId,
        owner: { name: ownerName, subject: addressId },
        statementName: banks.of(network).identity.companyName,
        reference: undefined,
        description: "ACCTVERIFY",
      })),
    );
  };
}

/** Sends prenotes of new bank addresses, if they are on. Undefined if they are off. */
export function createPrenotes(
  { config, clock, keyRing, newId }: AppParts,
  wakeUp: BankWorkDeps["wakeUp"],
  banks: Banks,
): SendPrenote | undefined {
  if (!config.achPrenotes) return undefined;
  const bankWork = createBankWork({ clock, wakeUp, keyRing });
  return (tx, { address: { tenantId, network, id: subject }, details, direction }) =>
    bankWork.enqueue(tx, [
      {
        kind: "prenote",
        id: newId<"prenote">(),
        tenantId,
        network,
        subject,
        amountCents: 0n,
        direction,
        counterparty: counterpartyOf(details),
        statement: { name: banks.of(network).identity.companyName, memo: "PRENOTE" },
      },
    ]);
}

/** Micro-deposits are the operator's expense. */
const microDepositExpense: LedgerAccount = { kind: "expense", owner: "micro-deposits", asset: usd };

/** Owner of micro-deposits: posts their cost, and fails the link when one is returned. */
export function createMicroDepositOwner(deps: AuditDeps): PaymentOwner {
  return {
    name: ownerName,
    heard: async (tx, scope, update) => {
      const lost = update.filter(({ type }) => type === "rejected" || type === "returned");
      for (const subject of new Set(lost.map(subjectOf))) {
        const addressId = parseId<"address">(subject);
        assert(addressId !== undefined, "a micro-deposit is sent to an address");
        await failMicroDeposits(deps, tx, { ...scope, addressId });
      }
      return { events: [], operations: update.flatMap(operationOf), refused: [] };
    },
  };
}

function operationOf(update: PaymentUpdate): readonly Operation[] {
  const { id, amountCents } = update.payment;
  const moved = (effect: string, cents: bigint): Operation => ({
    type: "post",
    key: `micro-deposit/${id}/${effect}`,
    postings: [
      { account: microDepositExpense, units: -cents },
      { account: outsideDollars, units: cents },
    ],
  });
  if (update.type === "settled") return [moved("paid", amountCents)];
  return update.type === "returned" && update.wasComplete ? [moved("came-back", -amountCents)] : [];
}

function subjectOf({ payment }: PaymentUpdate): string {
  assert(payment.owner !== undefined, "an update of a payment is delivered to its owner");
  return payment.owner.subject;
}
