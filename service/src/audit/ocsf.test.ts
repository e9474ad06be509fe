import { expect, test } from "vitest";
import type { ApplicationId, TenantId, UserId } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import type { AuditEntryId, RecordedEntry } from "./audit-entry.ts";
import { ocsfEvent } from "./ocsf.ts";

const seal = { chain: "platform", sequence: 7n, hash: Buffer.alloc(32, 1) };

function eventOf(action: string, more: Partial<RecordedEntry> = {}) {
  const entry: RecordedEntry = {
    id: "01M7FS4PGXM1WXZF7M2AR0CFDQ" as AuditEntryId,
    at: instantFromMs(1_794_744_000_000),
    tenantId: undefined,
    network: undefined,
    accountId: undefined,
    actor: { type: "operator", name: "ada" },
    requestId: undefined,
    action,
    subject: { type: action.split(".")[0] ?? "", id: "subject" },
    before: undefined,
    after: { name: "New" },
    ...more,
  };
  return ocsfEvent({ entry, seal });
}

test("a change of an object is Entity Management, with the entry and its seal", () => {
  const tenantId = "01M7FS4AE2N2KYMY4S9EK3HCSP" as TenantId;
  const actor = { type: "application", id: "app" as ApplicationId } as const;
  expect(eventOf("account.update", { tenantId, actor, requestId: "r" })).toEqual({
    category_uid: 3,
    category_name: "Identity & Access Management",
    class_uid: 3004,
    class_name: "Entity Management",
    activity_id: 3,
    activity_name: "Update",
    type_uid: 300_403,
    time: 1_794_744_000_000,
    severity_id: 1,
    status_id: 1,
    status: "Success",
    message: "account.update",
    actor: { app_uid: "app", app_name: "application" },
    entity: { uid: "subject", type: "account" },
    metadata: {
      version: "1.3.0",
      uid: "01M7FS4PGXM1WXZF7M2AR0CFDQ",
      event_code: "account.update",
      product: { name: "Florin", vendor_name: "Florin" },
      tenant_uid: tenantId,
      correlation_uid: "r",
    },
    unmapped: {
      entry: expect.objectContaining({ action: "account.update", after: { name: "New" } }),
      seal: { chain: "platform", sequence: "7", hash: "01".repeat(32) },
    },
  });
});

test.each([
  ["account.create", 300_401],
  ["document.open", 300_402],
  ["transfer_limit.remove", 300_404],
  ["user.join", 300_101],
  ["user.reset_password", 300_104],
  ["passkey.create", 300_110],
  ["user.change_role", 300_199],
  ["user.sign_in", 300_201],
  ["session.end", 300_202],
] as const)("%s has the type %s", (action, type) => {
  expect(eventOf(action).type_uid).toBe(type);
});

test("a failed sign-in is a failed logon of that user", () => {
  const actor = { type: "user", id: "u" as UserId } as const;
  expect(eventOf("user.fail_sign_in", { actor, subject: { type: "user", id: "u" } })).toMatchObject({
    class_uid: 3002,
    activity_id: 1,
    status_id: 2,
    user: { uid: "u" },
    service: { name: "florin" },
  });
});
