import { findAddressHolders } from "../../addresses/index.ts";
import { type RecordedEntry, readAudit } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import { isThingKind, type Thing, type ThingKind, type ThingParts, titleOf } from "./thing.ts";

/** Audit log entries read per id; they all refer to the same object, in one or two ways. */
const entriesLookedAt = 20;

/** Kinds without an id index; all others are looked up by key. */
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

/** Objects in the audit log, which knows the tenant of every target. */
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

/** Treasury addresses are for operators only. */
async function isTreasuryAddress(session: Session, thing: Thing | undefined): Promise<boolean> {
  if (thing?.kind !== "address") return false;
  const { id, tenantId, network } = thing;
  if (tenantId === undefined || network === undefined) return false;
  const [holder] = await findAddressHolders(session, { tenantId, network }, [id]);
  return holder?.purpose === "treasury";
}

/** Not every entry has the owner and amount; combined, they do. */
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
