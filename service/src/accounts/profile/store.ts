import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { accountProfiles } from "../tables.ts";

export type ProfileKey = Pick<RowOf<typeof accountProfiles>, "tenantId" | "accountId">;

export const insertProfile = accountProfiles.insert();

export const selectSealedProfile = accountProfiles.one({
  by: ["tenantId", "accountId"],
  columns: ["sealed"],
});

export const selectFlags = accountProfiles.one({ by: ["tenantId", "accountId"], columns: ["flags"] });

const lockIndex = statement(`SELECT pg_advisory_xact_lock($1)`);

/** Serializes the creation of accounts with one EIN, so that the later one sees the earlier. */
export async function lockEinIndex(tx: Transaction, einIndex: Buffer): Promise<void> {
  await tx.run(lockIndex, [einIndex.readBigInt64BE()]);
}

/** Index: account_profiles_by_ein. */
export const isEinIndexUsed = accountProfiles.exists({ by: ["tenantId", "network", "einIndex"] });
