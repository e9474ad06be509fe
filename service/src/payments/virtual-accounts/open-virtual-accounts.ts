import type { Session, Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { Bank, BankIdentity } from "../../rails/bank.ts";
import type { PaymentOwnerRef } from "../payment.ts";
import type { NewVirtualAccount, PaymentScope, VirtualAccount } from "../payments.ts";
import { memoOf } from "./memo.ts";
import { numberOf } from "./number.ts";
import {
  insertAccounts,
  insertDirectoryEntries,
  nextSerials,
  type OpenedAccount,
  selectByOwners,
} from "./store.ts";

export interface VirtualAccountDeps {
  readonly clock: Clock;
  readonly bankOf: (network: Network) => Pick<Bank, "identity">;
}

/** Gives each owner an account number of its own, in the order of the owners; one that has it keeps it. */
export async function openVirtualAccounts(
  deps: VirtualAccountDeps,
  tx: Transaction,
  scope: PaymentScope,
  wanted: readonly NewVirtualAccount[],
): Promise<readonly VirtualAccount[]> {
  const { identity } = deps.bankOf(scope.network);
  const owners = wanted.map(({ owner }) => owner);
  const before = byOwner(await selectByOwners(tx, scope, owners));
  const missing = new Map(
    wanted.filter(({ owner }) => !before.has(keyOf(owner))).map((one) => [keyOf(one.owner), one]),
  );
  if (missing.size > 0) await open(deps, tx, scope, [...missing.values()], identity);
  const opened = missing.size > 0 ? byOwner(await selectByOwners(tx, scope, owners)) : before;
  return owners.map((owner) => {
    const account = opened.get(keyOf(owner));
    assert(account !== undefined, "an account number that was opened is there");
    return describe(account, identity);
  });
}

async function open(
  { clock }: VirtualAccountDeps,
  tx: Transaction,
  scope: PaymentScope,
  wanted: readonly NewVirtualAccount[],
  { virtualAccountPrefix }: BankIdentity,
): Promise<void> {
  const serials = await nextSerials(tx, wanted.length);
  const numbered = wanted.map((one, index): OpenedAccount => {
    const serial = serials[index];
    assert(serial !== undefined, "everybody gets a number");
    const accountNumber = numberOf(virtualAccountPrefix, serial);
    return { ...scope, ...one, accountNumber, memo: memoOf(accountNumber) };
  });
  const added = await insertAccounts(tx, scope, numbered, clock.now());
  await insertDirectoryEntries(tx, scope, added);
}

export async function findVirtualAccounts(
  { bankOf }: Pick<VirtualAccountDeps, "bankOf">,
  session: Session,
  scope: PaymentScope,
  owners: readonly PaymentOwnerRef[],
): Promise<ReadonlyMap<string, VirtualAccount>> {
  const { identity } = bankOf(scope.network);
  const found = byOwner(await selectByOwners(session, scope, owners));
  return new Map(
    owners.flatMap((owner) => {
      const account = found.get(keyOf(owner));
      return account === undefined ? [] : [[owner.subject, describe(account, identity)] as const];
    }),
  );
}

function describe(
  { accountId, owner, accountNumber, memo }: OpenedAccount,
  identity: BankIdentity,
): VirtualAccount {
  const { routingNumber, bankName, bankAddress, beneficiaryName, beneficiaryAddress } = identity;
  return {
    accountId,
    owner,
    accountNumber,
    routingNumber,
    bankName,
    bankAddress,
    beneficiaryName,
    beneficiaryAddress,
    memo,
  };
}

function byOwner(accounts: readonly OpenedAccount[]): ReadonlyMap<string, OpenedAccount> {
  return new Map(accounts.map((account) => [keyOf(account.owner), account]));
}

function keyOf({ name, subject }: PaymentOwnerRef): string {
  return `${name}/${subject}`;
}
