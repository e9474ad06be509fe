import type { ApiRequest } from "../../http/route.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath } from "../console-route.ts";
import { hasObject, type WorkKey, type WorkKind, workKinds } from "./work-store.ts";

export const workPath = `${consolePath}/work-items`;
export const itemPath = `${workPath}/{kind}/{object_id}`;

/** The item of the path, if what it is about exists. */
export async function keyOf({ database }: ConsoleDeps, { params }: ApiRequest): Promise<WorkKey> {
  const kind = workKinds.find((known: WorkKind) => known === params["kind"]);
  if (kind === undefined) throw new RefusalError(refuse("not_found", "there is no such queue"));
  const key = { kind, objectId: params["object_id"] ?? "" };
  if (parseId(key.objectId) !== undefined && (await hasObject(database, key))) return key;
  throw new RefusalError(refuse("not_found", "there is no such item"));
}
