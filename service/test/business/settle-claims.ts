import { reauthorizeDebits } from "../../src/addresses/index.ts";
import {
  type Claim,
  claimList,
  offsetClaim,
  requireRepaymentAccount,
  writeOffClaim,
} from "../../src/claims/index.ts";
import type { Session } from "../../src/db/database.ts";
import { statement } from "../../src/db/statement.ts";
import { systemCause } from "../../src/kernel/cause.ts";
import { RefusalError } from "../../src/kernel/refusal.ts";
import { findAnyTransfer } from "../../src/transfers/index.ts";
import type { Tenant } from "./found-tenants.ts";
import { type Business, businessChains } from "./open-business.ts";
import type { Process } from "./process.ts";

const few = 20;
const decideRate = 0.2;
const allRate = 0.6;
const reauthorizeRate = 0.3;
const ways = { repay: 4, offset: 4, writeOff: 2 } as const;
const cause = systemCause("simulation.claims");

/** Debtors repay by wire, operators offset and write off, and owners authorize debits again. */
export async function settleClaims(
  business: Business,
  tenants: readonly Tenant[],
  process: Process,
): Promise<void> {
  const { chance, database } = business;
  for (const addressId of await selectBlocked(database)) {
    if (!chance.happens(reauthorizeRate)) continue;
    const input = { addressId, reason: "signed authorization", cause };
    await process.deps.database.transaction((tx) => reauthorizeDebits(process.deps, tx, input));
  }
  const { items } = await claimList.read(database, { status: "open" }, { limit: few });
  for (const claim of items) {
    const transfer = await findAnyTransfer(database, claim.transferId);
    if (transfer?.state.status === "pending" || !chance.happens(decideRate)) continue;
    await settleOne(business, tenants, process, claim);
  }
}

async function settleOne(
  { chance, database, sandbox }: Business,
  tenants: readonly Tenant[],
  { deps }: Process,
  claim: Claim,
): Promise<void> {
  const part = (claim.remainingCents * BigInt(chance.between(1, 100))) / 100n;
  const isAll = part === 0n || chance.happens(allRate);
  const cents = isAll ? claim.remainingCents - claim.pendingCents : part;
  if (cents === 0n) return;
  const settling = { claimId: claim.id, cents, reason: "simulation", cause };
  switch (chance.weighted(ways)) {
    case "repay": {
      const { accountNumber } = await deps.database.transaction((tx) =>
        requireRepaymentAccount(deps.payments, tx, claim),
      );
      const wire = {
        system: "wire",
        accountNumber,
        amountCents: cents,
        senderName: "Ottoline Brambleby",
      } as const;
      await database.transaction((tx) => sandbox.simulator.receive(tx, { ...wire, reference: undefined }));
      return;
    }
    case "offset": {
      const customers = tenants.flatMap((tenant) => tenant.customers);
      const owner = customers.find(({ accountId }) => accountId === claim.accountId);
      const chain = chance.oneOf(businessChains) ?? "base";
      const wallet = chance.oneOf([...(owner?.wallets.values() ?? [])]);
      const from = { addressId: wallet?.id ?? "", chain, valueType: claim.valueType };
      await unlessRefused(() =>
        deps.database.transaction((tx) => offsetClaim(deps, tx, { ...settling, ...from })),
      );
      return;
    }
    case "writeOff":
      await unlessRefused(() =>
        deps.database.transaction((tx) => writeOffClaim(deps, tx, { ...settling, from: "treasury" })),
      );
  }
}

async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
  }
}

const blocked = statement<{ readonly id: string }>(
  "SELECT id FROM addresses WHERE debit_block_code IS NOT NULL ORDER BY id",
);

async function selectBlocked(session: Session): Promise<readonly string[]> {
  return (await session.rows(blocked)).map(({ id }) => id);
}
