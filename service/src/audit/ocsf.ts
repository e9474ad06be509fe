import { nameOfActor } from "./audit-entry.ts";
import type { ExportedEntry } from "./exporter.ts";
import { presentAuditEntry } from "./present-entry.ts";

/** Version of the Open Cybersecurity Schema Framework: https://schema.ocsf.io/1.3.0 */
const version = "1.3.0";
const category = { uid: 3, name: "Identity & Access Management" };

interface OcsfClass {
  readonly uid: number;
  readonly name: string;
  /** By the action of the entry, or by its verb. */
  readonly activities: Readonly<Record<string, Activity>>;
  readonly other: Activity;
}

type Activity = readonly [id: number, name: string];

const other: Activity = [99, "Other"];

/** Sign-in and sign-out of console users. */
const authentication: OcsfClass = {
  uid: 3002,
  name: "Authentication",
  activities: {
    "user.sign_in": [1, "Logon"],
    "user.break_glass_sign_in": [1, "Logon"],
    "user.fail_sign_in": [1, "Logon"],
    "user.fail_second_factor": [1, "Logon"],
    "session.end": [2, "Logoff"],
    "user.end_sessions": [2, "Logoff"],
  },
  other,
};

/** Changes of console users and of their access. */
const accountChange: OcsfClass = {
  uid: 3001,
  name: "Account Change",
  activities: {
    "user.join": [1, "Create"],
    "user.provision": [1, "Create"],
    "member.join": [1, "Create"],
    "user.enable": [2, "Enable"],
    "user.change_password": [3, "Password Change"],
    "user.reset_password": [4, "Password Reset"],
    "user.disable": [5, "Disable"],
    "member.remove": [6, "Delete"],
    "user.deprovision": [6, "Delete"],
    "user.set_totp": [10, "MFA Factor Enable"],
    "passkey.create": [10, "MFA Factor Enable"],
    "user.remove_totp": [11, "MFA Factor Disable"],
    "passkey.remove": [11, "MFA Factor Disable"],
  },
  other,
};

/** Everything else: each entry is about one managed object. */
const entityManagement: OcsfClass = {
  uid: 3004,
  name: "Entity Management",
  activities: {
    create: [1, "Create"],
    open: [2, "Read"],
    read: [2, "Read"],
    remove: [4, "Delete"],
  },
  other: [3, "Update"],
};

const accountNouns = new Set(["user", "member", "passkey", "session"]);

/** An entry as an OCSF event. The complete entry and its seal are in `unmapped`. */
export function ocsfEvent({ entry, seal }: ExportedEntry) {
  const { id, at, tenantId, actor, requestId, action, subject } = entry;
  const chosen = classOf(action);
  const [activityId, activityName] =
    chosen.activities[action] ?? chosen.activities[action.split(".")[1] ?? ""] ?? chosen.other;
  const isFailure = action.includes(".fail_");
  return {
    category_uid: category.uid,
    category_name: category.name,
    class_uid: chosen.uid,
    class_name: chosen.name,
    activity_id: activityId,
    activity_name: activityName,
    type_uid: chosen.uid * 100 + activityId,
    time: at,
    severity_id: 1,
    status_id: isFailure ? 2 : 1,
    status: isFailure ? "Failure" : "Success",
    message: action,
    actor:
      actor.type === "application"
        ? { app_uid: actor.id, app_name: "application" }
        : { user: { uid: nameOfActor(actor), type_id: actor.type === "system" ? 3 : 1 } },
    ...(chosen === entityManagement
      ? { entity: { uid: subject.id, type: subject.type } }
      : { user: { uid: subject.type === "user" ? subject.id : nameOfActor(actor) } }),
    ...(chosen === authentication ? { service: { name: "florin" } } : {}),
    metadata: {
      version,
      uid: id,
      event_code: action,
      product: { name: "Florin", vendor_name: "Florin" },
      ...(tenantId === undefined ? {} : { tenant_uid: tenantId }),
      ...(requestId === undefined ? {} : { correlation_uid: requestId }),
    },
    unmapped: { entry: presentAuditEntry(entry), seal: presentSeal(seal) },
  };
}

/** An entry with its seal as JSON. */
export function jsonEntry({ entry, seal }: ExportedEntry) {
  return { ...presentAuditEntry(entry), seal: presentSeal(seal) };
}

function presentSeal({ chain, sequence, hash }: ExportedEntry["seal"]) {
  return { chain, sequence: sequence.toString(), hash: hash.toString("hex") };
}

function classOf(action: string): OcsfClass {
  if (action in authentication.activities) return authentication;
  return accountNouns.has(action.split(".")[0] ?? "") ? accountChange : entityManagement;
}
