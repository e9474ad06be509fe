import { findAddressHolders } from "../../addresses/index.ts";
import { type RecordedEntry, readAudit } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import { isThingKind, type Thing, type ThingKind, type ThingParts, titleOf } from "./thing.ts";

/** Entries of the log that are looked at for one id; all tell of the same thing, in one or two ways. */
const entriesLookedAt = 20;

/** What keeps no directory of ids; everything else is looked up by keys of its own. */
const foundInTheLog: ReadonlySet<ThingKind> = new Set<ThingKind>([
  "address",
  "automation",
  "freeze",
  "token",
  "token_burn",
  "token_mint",
  "token_transfer",
  "webhook_subscription",
]);

/** What the audit log tells of, which knows the tenant of every subject. */
export async function findAudited(session: Session, id: string): Promise<readonly Thing[]> {
  const entries = await readAudit(session, { subjectId: id, limit: entriesLookedAt });
  const parts = partsOf(entries);
  const things = entries.flatMap(({ subject: { type }, tenantId, network }): readonly Thing[] => {
    if (!isThingKind(type) || !foundInTheLog.has(type)) return [];
    return [{ kind: type, id, tenantId, network, title: titleOf(type), parts }];
  });
  const isOfTreasury = await isTreasuryAddress(session, things[0]);
  return isOfTreasury ? things.map((thing) => ({ ...thing, tenantId: undefined })) : things;
}

/** One of the treasury is for those who run the service. */
async function isTreasuryAddress(session: Session, thing: Thing | undefined): Promise<boolean> {
  if (thing?.kind !== "address") return false;
  const { id, tenantId, network } = thing;
  if (tenantId === undefined || network === undefined) return false;
  const [holder] = await findAddressHolders(session, { tenantId, network }, [id]);
  return holder?.purpose === "treasury";
}

/** Not every entry says whose the thing is and what it is worth; all of them together do. */
function partsOf(entries: readonly RecordedEntry[]): ThingParts {
  const accountId = entries.find((entry) => entry.accountId !== undefined)?.accountId;
  const valueType = entries
    .map(({ after }) => after?.["value_type"])
    .find((value) => typeof value === "string");
  return {
    ...(accountId === undefined ? {} : { account_id: accountId }),
    ...(typeof valueType === "string" ? { value_type: valueType } : {}),
  };
}
