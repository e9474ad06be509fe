import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf } from "../../../test/authenticator.ts";
import type { UserId } from "../../kernel/id.ts";
import { addMs, instantFromMs } from "../../kernel/instant.ts";
import { heldUntil } from "./code-hold.ts";
import { digestRecoveryCode, newRecoveryCodes } from "./recovery-code.ts";
import { newTotpSecret, stepOfCode, totpKey, totpUri } from "./totp.ts";

const now = instantFromMs(Date.UTC(2026, 10, 15, 12));

describe("authenticator codes", () => {
  test("match RFC 6238", () => {
    // Appendix B, SHA-1, at 59 seconds; the RFC shows eight digits, apps show the last six.
    const secret = Buffer.from("12345678901234567890");
    const at = instantFromMs(59_000);
    expect(codeOf(totpKey(secret), at)).toBe("287082");
    expect(stepOfCode(secret, "287082", { now: at, lastStep: undefined })).toBe(1);
  });

  test("are valid one step before and after now, and each step only once", () => {
    const secret = newTotpSecret();
    const step = Math.floor(now / 30_000);
    fc.assert(
      fc.property(
        fc.integer({ min: -4, max: 4 }),
        fc.option(fc.integer({ min: step - 3, max: step + 3 }), { nil: undefined }),
        (steps, lastStep) => {
          const code = codeOf(totpKey(secret), addMs(now, steps * 30_000));
          const taken = stepOfCode(secret, code, {
            now,
            lastStep: lastStep === undefined ? undefined : BigInt(lastStep),
          });
          const isNear = Math.abs(steps) <= 1;
          const isNew = lastStep === undefined || step + steps > lastStep;
          // A code of one step may equal that of another, once in a million.
          fc.pre(taken === undefined || taken === step + steps);
          expect(taken !== undefined).toBe(isNear && isNew);
        },
      ),
    );
  });

  test.each(["", "12345", "1234567", "12345a", "١٢٣٤٥٦", " 123456"])("%j is not a valid code", (code) => {
    expect(stepOfCode(newTotpSecret(), code, { now, lastStep: undefined })).toBeUndefined();
  });

  test("the otpauth URI contains the service and the user", () => {
    const uri = new URL(totpUri(newTotpSecret(), "ada@example.com"));
    expect(decodeURIComponent(uri.pathname)).toContain("Florin:ada@example.com");
    expect(uri.searchParams.get("secret")).toMatch(/^[A-Z2-7]{32}$/);
  });
});

describe("recovery codes", () => {
  const userId = "P".repeat(26) as UserId;

  test("are ten, unique, and match their digests regardless of formatting", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
      const digest = digestRecoveryCode(userId, code);
      expect(digestRecoveryCode(userId, ` ${code.toUpperCase().replaceAll("-", " ")} `)).toEqual(digest);
      expect(digestRecoveryCode("Q".repeat(26) as UserId, code)).not.toEqual(digest);
    }
  });

  test("an invalid code has no digest", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const isShaped = /^[a-kmnp-z2-9]{16}$/.test(text.toLowerCase().replaceAll(/[\s-]/g, ""));
        expect(digestRecoveryCode(userId, text) !== undefined).toBe(isShaped);
      }),
    );
  });
});

test("wrong codes increase the wait each time, up to an hour; four are free", () => {
  const waits = Array.from({ length: 20 }, (_, wrongCodes) => {
    const until = heldUntil({ wrongCodes, wrongCodeAt: wrongCodes === 0 ? undefined : now }, now);
    return until === undefined ? 0 : (until - now) / 1000;
  });
  expect(waits.slice(0, 9)).toEqual([0, 0, 0, 0, 0, 30, 60, 120, 240]);
  expect(Math.max(...waits)).toBe(3600);
  expect(heldUntil({ wrongCodes: 20, wrongCodeAt: now }, addMs(now, 3_600_000))).toBeUndefined();
});
