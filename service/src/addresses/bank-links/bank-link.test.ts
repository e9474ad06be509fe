import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccountId, Id, TenantId } from "../../kernel/id.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { type BankRail, bankRails, isDebit } from "../../rails/rail.ts";
import { type BankAddress, bankVerifications } from "../address.ts";
import { awaitDeposits, linkPresent, renewLink } from "./bank-link.ts";
import { type LinkSession, requireOpened, requirePicked } from "./link-session.ts";

const created = instantFromMs(1_000);
const now = instantFromMs(2_000);

const rails = (of: readonly BankRail[]) => fc.uniqueArray(fc.constantFrom(...of), { minLength: 1 });
const linkRails = bankRails.filter((rail) => rail !== "wire");
const creditRails = bankRails.filter((rail) => !isDebit(rail));

const present = fc
  .record({
    verification: fc.constantFrom(undefined, ...bankVerifications),
    status: fc.constantFrom("active" as const, "archived" as const),
    linked: rails(bankRails),
    unlinked: rails(creditRails),
  })
  .map(
    ({ verification, status, linked, unlinked }): BankAddress => ({
      kind: "external",
      medium: "bank",
      debitBlockCode: undefined,
      prenote: undefined,
      id: "01JD7Q2M8W3T5V6X9YZABCDEFG" as Id<"address">,
      tenantId: "t" as TenantId,
      network: "testnet",
      accountId: "a" as AccountId,
      name: "Bank",
      status,
      transferTypes: verification === undefined ? unlinked : linked,
      verification,
      createdAt: created,
      updatedAt: created,
    }),
  );

test("a link only adds, and is a conflict that names the address if it adds nothing", () => {
  fc.assert(
    fc.property(present, rails(linkRails), fc.boolean(), (before, expected, needsUpdate) => {
      const after = linkPresent(before, { rails: expected, needsUpdate, now });
      const lacks = expected.some((rail) => !before.transferTypes.includes(rail));
      const brings = before.verification !== "verified" || needsUpdate || lacks;
      if (before.status === "archived" || !brings) {
        expect(after).toMatchObject({ code: "conflict", detail: expect.stringContaining(before.id) });
        return;
      }
      expect(after).toMatchObject({
        ...before,
        transferTypes: expect.anything(),
        verification: "verified",
        updatedAt: now,
      });
      const gained = isRefusal(after) ? [] : after.transferTypes;
      expect(new Set(gained)).toEqual(new Set([...before.transferTypes, ...expected]));
    }),
  );
});

test("any bank account that is not archived can be renewed", () => {
  fc.assert(
    fc.property(present, rails(linkRails), (before, expected) => {
      const after = renewLink(before, { rails: expected, now });
      expect(isRefusal(after)).toBe(before.status === "archived");
    }),
  );
});

test("micro deposits are sent only to a bank account that is not linked", () => {
  fc.assert(
    fc.property(present, rails(linkRails), (before, expected) => {
      const after = awaitDeposits(before, { rails: expected, now });
      const isTaken = before.status === "active" && before.verification === undefined;
      expect(isRefusal(after)).toBe(!isTaken);
      if (!isRefusal(after)) expect(after.verification).toBe("pending");
    }),
  );
});

const session = (moment: Instant): LinkSession => ({
  state: "opened",
  sealed: undefined,
  id: "s" as Id<"bank-link-session">,
  tenantId: "t" as TenantId,
  network: "testnet",
  accountId: "a" as AccountId,
  renewsAddressId: undefined,
  linkDigest: Buffer.from("link"),
  linkExpiresAt: moment,
  publicDigest: undefined,
  publicExpiresAt: undefined,
  callbackDigest: undefined,
  createdAt: created,
});

test("each token is valid for its step, until it expires", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2_000, max: 9_000 }), fc.integer({ min: 2_000, max: 9_000 }), (end, at) => {
      const opened = session(instantFromMs(end));
      const picked: LinkSession = {
        ...opened,
        state: "picked",
        publicExpiresAt: instantFromMs(end),
        sealed: undefined,
      };
      const registered: LinkSession = { ...opened, state: "registered" };
      const moment = instantFromMs(at);
      expect(requireOpened(opened, moment) === opened).toBe(at < end);
      expect(requirePicked(picked, moment) === picked).toBe(at < end);
      for (const other of [picked, registered, undefined]) {
        expect(requireOpened(other, moment)).toMatchObject({ code: "unprocessable" });
      }
      for (const other of [opened, registered, undefined]) {
        expect(requirePicked(other, moment)).toMatchObject({ code: "unprocessable" });
      }
    }),
  );
});
