import { type Account, findVisibleAccounts } from "../accounts/index.ts";
import type { BankAddress } from "../addresses/index.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { isDebit } from "../rails/rail.ts";
import type { RequestedTransferInput, TransferFacts } from "./facts.ts";

/** Port: the bank account of the sandbox that payouts of an account go to if they name none. */
export interface SandboxBank {
  /** Stored, once per account; a refusal if new bank accounts need approvals. */
  ensure(tx: Transaction, account: Account, cause: Cause): Promise<BankAddress | Refusal>;
  /** Not stored. */
  draft(account: Account): BankAddress;
}

export interface SandboxDestinationDeps {
  /** Undefined if testnet has another bank: payouts then name their bank account. */
  readonly sandboxBank?: SandboxBank | undefined;
}

type Item = RequestedTransferInput | Refusal;

/** Off-ramps on testnet that name no bank account go to the sandbox's, which is created with the first of them. */
export async function nameSandboxBanks(
  { sandboxBank }: SandboxDestinationDeps,
  tx: Transaction,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const named: Item[] = [];
  for (const item of items) {
    const isNameless = sandboxBank !== undefined && !isRefusal(item) && needsSandboxBank(item);
    const account = isNameless ? await visibleAccount(tx, item) : undefined;
    if (!isNameless || account === undefined) {
      named.push(item);
      continue;
    }
    const bank = await sandboxBank.ensure(tx, account, item.cause);
    named.push(isRefusal(bank) ? bank : withDestination(item, bank));
  }
  return named;
}

/** A request without a bank account, as if it named the sandbox's. */
export function quotedAtSandbox(
  { sandboxBank }: SandboxDestinationDeps,
  request: RequestedTransferInput,
  facts: TransferFacts,
): { readonly request: RequestedTransferInput; readonly facts: TransferFacts } {
  if (sandboxBank === undefined || facts.account === undefined || !needsSandboxBank(request))
    return { request, facts };
  const bank = sandboxBank.draft(facts.account);
  const addresses = new Map([...facts.addresses, [bank.id, bank]]);
  return { request: withDestination(request, bank), facts: { ...facts, addresses } };
}

function needsSandboxBank({ network, requestedTransfer: { source, destination } }: RequestedTransferInput) {
  return (
    network === "testnet" &&
    source.medium === "chain" &&
    destination.medium === "bank" &&
    destination.addressId === undefined &&
    !isDebit(destination.rail)
  );
}

/** One that can make transfers; others are refused with the request. */
async function visibleAccount(
  tx: Transaction,
  { requester, accountId }: RequestedTransferInput,
): Promise<Account | undefined> {
  if (!("principal" in requester)) return undefined;
  const account = (await findVisibleAccounts(tx, requester.principal, [accountId])).get(accountId);
  return account?.status === "complete" ? account : undefined;
}

function withDestination(request: RequestedTransferInput, { id }: BankAddress): RequestedTransferInput {
  const { requestedTransfer } = request;
  const { destination } = requestedTransfer;
  assert(destination.medium === "bank", "only a payout goes to a bank account");
  return {
    ...request,
    requestedTransfer: { ...requestedTransfer, destination: { ...destination, addressId: id } },
  };
}
