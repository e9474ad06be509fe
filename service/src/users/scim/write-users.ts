import { recordAccessChange } from "../../access/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { recordChange } from "../record-change.ts";
import { endSessions } from "../sessions/store.ts";
import { deleteIdentities } from "../sso/store.ts";
import { insertUser, lockUser, selectCredentials, updateDisabled } from "../store.ts";
import type { User } from "../user.ts";
import type { UsersDeps } from "../users-deps.ts";
import type { ScimUserFields } from "./read-user.ts";
import { refreshAccess, type ScimPolicy } from "./refresh-access.ts";
import { ScimError } from "./scim-error.ts";
import {
  changeMembers,
  deleteScimUser,
  lockScimWrites,
  selectGroupsOf,
  selectScimUser,
  selectTaken,
  updateScimProfile,
  upsertScimUser,
} from "./store.ts";

export interface ScimDeps extends UsersDeps {
  /** Undefined without an identity provider: groups grant nothing. */
  readonly policy: ScimPolicy | undefined;
}

/** Only the command line of the server makes the tokens of the directory, so what it provisions is a root. */
const directory = { type: "directory" } as const;

interface Write {
  readonly fields: ScimUserFields;
  readonly cause: Cause;
}

/**
 * Provisions a user. A user of single sign-on, and one that the directory removed before, is taken over; a local one is
 * not: they connect themselves.
 */
export async function createScimUser(deps: ScimDeps, tx: Transaction, write: Write): Promise<UserId> {
  await lockScimWrites(tx);
  const { cause } = write;
  const fields = { ...write.fields, isActive: write.fields.isActive ?? true };
  await requireFree(tx, fields, undefined);
  const known = await selectCredentials(tx, fields.email);
  const id = known?.user.id ?? deps.newId<"user">();
  if (known === undefined) {
    const { email, name } = fields;
    const createdAt = deps.clock.now();
    await insertUser(tx, { id, email, name, operatorRole: undefined, source: "scim", createdAt });
  } else if (known.user.source === "local" || (await selectScimUser(tx, id)) !== undefined) {
    throw taken("a user with this email address exists already");
  }
  recordAccessChange(deps, tx, id, { kind: "invited", origin: directory });
  await recordChange(deps, tx, { cause, action: "user.provision", id, after: { source: "scim" } });
  await writeUser(deps, tx, { userId: id, fields, cause });
  return id;
}

/** Replaces what the directory says about a user; `active` false ends all sessions at once. */
export async function updateScimUser(
  deps: ScimDeps,
  tx: Transaction,
  { userId, ...write }: Write & { readonly userId: UserId },
): Promise<void> {
  await requireFree(tx, write.fields, userId);
  const known = await selectCredentials(tx, write.fields.email);
  if (known !== undefined && known.user.id !== userId) {
    throw taken("a user with this email address exists already");
  }
  const { cause } = write;
  const changed = await changedFields(tx, userId, write.fields);
  const after = { source: "scim", changed };
  await recordChange(deps, tx, { cause, action: "user.update_profile", id: userId, after });
  await writeUser(deps, tx, { userId, ...write });
}

/** Names only: values are personal data. */
async function changedFields(tx: Transaction, userId: UserId, fields: ScimUserFields): Promise<string> {
  const known = await selectScimUser(tx, userId);
  const names = ["userName", "externalId", "givenName", "familyName", "email", "name", "isActive"] as const;
  const changed = names.filter((name) => name in fields && fields[name] !== known?.[name]);
  return changed.filter((name) => name !== "isActive" || fields.isActive !== undefined).join(" ");
}

/**
 * Deactivates the user and removes them from SCIM. The user's id stays, for the audit log. The identity does not: the
 * directory may give the email address to another user, who must not share the account with the earlier one.
 */
export async function removeScimUser(
  deps: ScimDeps,
  tx: Transaction,
  { userId, cause }: { readonly userId: UserId; readonly cause: Cause },
): Promise<void> {
  await lockScimWrites(tx);
  const user = await requireScimUser(tx, userId);
  await setActive(deps, tx, { user, isActive: false, cause });
  for (const { groupId } of await selectGroupsOf(tx, { userId })) {
    await changeMembers(tx, groupId, { added: [], removed: [userId] });
  }
  await refreshAccess(deps, tx, { userId, cause });
  await deleteScimUser(tx, { userId });
  await deleteIdentities(tx, { userId });
  await recordChange(deps, tx, { cause, action: "user.deprovision", id: userId });
}

async function writeUser(
  deps: ScimDeps,
  tx: Transaction,
  { userId, fields, cause }: Write & { readonly userId: UserId },
): Promise<void> {
  const now = deps.clock.now();
  const user = await lockUser(tx, { id: userId });
  if (user === undefined) throw unknownUser();
  const { email, name, userName, externalId, givenName, familyName } = fields;
  await updateScimProfile(tx, { id: userId, email, name, updatedAt: now });
  const names = { userName, externalId, givenName, familyName };
  await upsertScimUser(tx, { userId, ...names, createdAt: now, updatedAt: now });
  if (fields.isActive !== undefined) await setActive(deps, tx, { user, isActive: fields.isActive, cause });
  await refreshAccess(deps, tx, { userId, cause });
}

interface Activation {
  readonly user: User;
  readonly isActive: boolean;
  readonly cause: Cause;
}

/**
 * Unlike in the console, also for the last admin: who left the company must not stay. A user that an admin disabled stays
 * disabled.
 */
async function setActive(
  deps: ScimDeps,
  tx: Transaction,
  { user, isActive, cause }: Activation,
): Promise<void> {
  if (isActive ? !user.isDisabledByDirectory : user.disabledAt !== undefined) return;
  const now = deps.clock.now();
  await updateDisabled(tx, user.id, { disabledBy: isActive ? undefined : "directory", now });
  const ended = isActive ? 0 : await endSessions(tx, user.id, { now });
  if (isActive) recordAccessChange(deps, tx, user.id, { kind: "role", origin: directory });
  const action = isActive ? "user.enable" : "user.disable";
  await recordChange(deps, tx, { cause, action, id: user.id, after: { sessions_ended: ended } });
}

async function requireFree(tx: Transaction, fields: ScimUserFields, own: UserId | undefined): Promise<void> {
  const others = (await selectTaken(tx, fields)).filter((userId) => userId !== own);
  if (others.length > 0) throw taken("a user with this userName or externalId exists already");
}

async function requireScimUser(tx: Transaction, userId: UserId): Promise<User> {
  const isKnown = (await selectScimUser(tx, userId)) !== undefined;
  const user = isKnown ? await lockUser(tx, { id: userId }) : undefined;
  if (user === undefined) throw unknownUser();
  return user;
}

export function unknownUser(): ScimError {
  return new ScimError(404, "there is no user with this id");
}

function taken(detail: string): ScimError {
  return new ScimError(409, detail, "uniqueness");
}
