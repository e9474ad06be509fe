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

/** Opens an account number for each owner, in the order of the owners; existing ones are kept. */
export async function openVirtualAccounts(
  deps: VirtualAccountDeps,
  tx: Transaction,
  scope: PaymentScope,
  requested: readonly NewVirtualAccount[],
): Promise<readonly VirtualAccount[]> {
  const { identity } = deps.bankOf(scope.network);
  const owners = requested.map(({ owner }) => owner);
  const before = byOwner(await selectByOwners(tx, scope, owners));
  const missing = new Map(
    requested
      .filter(({ owner }) => !before.has(keyOf(owner)))
      .map((request) => [keyOf(request.owner), request]),
  );
  if (missing.size > 0) await open(deps, tx, scope, [...missing.values()], identity);
  const opened = missing.size > 0 ? byOwner(await selectByOwners(tx, scope, owners)) : before;
  return owners.map((owner) => {
    const account = opened.get(keyOf(owner));
    assert(account !== undefined, "every owner has an account number");
    return describe(account, identity);
  });
}

async function open(
  { clock }: VirtualAccountDeps,
  tx: Transaction,
  scope: PaymentScope,
  requested: readonly NewVirtualAccount[],
  { virtualAccountPrefix }: BankIdentity,
): Promise<void> {
  const serials = await nextSerials(tx, requested.length);
  const numbered = requested.map((request, index): OpenedAccount => {
    const serial = serials[index];
    assert(serial !== undefined, "every owner gets a serial number");
    const accountNumber = numberOf(virtualAccountPrefix, serial);
    return { ...scope, ...request, accountNumber, memo: memoOf(accountNumber) };
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
