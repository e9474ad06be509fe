import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Id } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { digestSecret, endsAfterRotation, matchesOneOf, maxLiveSecrets, newSecret } from "./secrets.ts";

const pepper = randomBytes(32);

test("a secret has 256 random bits after a prefix that secret scanners recognize", () => {
  expect(newSecret()).toMatch(/^florin_sk_[A-Za-z0-9_-]{43}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test("a secret matches its own digest only, in any storage order", () => {
  const [secret, other] = [newSecret(), newSecret()];
  const [digest, otherDigest] = [digestSecret(pepper, secret), digestSecret(pepper, other)];
  expect(matchesOneOf([digest], digest)).toBe(true);
  expect(matchesOneOf([otherDigest, digest], digest)).toBe(true);
  expect(matchesOneOf([digest, otherDigest], digest)).toBe(true);
  expect(matchesOneOf([otherDigest], digest)).toBe(false);
  expect(matchesOneOf([digestSecret(randomBytes(32), secret)], digest)).toBe(false);
});

test("without a stored digest nothing matches, not even an all-zero digest", () => {
  expect(matchesOneOf([], Buffer.alloc(32))).toBe(false);
});

test("after a rotation at most two secrets are live, and the previous one works for the overlap", () => {
  const overlap = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ waitMs: overlap, overlapMs: overlap }), { maxLength: 20 }),
      (rotations) => {
        let now = instantFromMs(1_000_000);
        let secrets: { id: Id<"secret">; expiresAt: typeof now | undefined }[] = [
          { id: "00" as Id<"secret">, expiresAt: undefined },
        ];
        rotations.forEach(({ waitMs, overlapMs }, index) => {
          now = instantFromMs(now + waitMs);
          const overlapEndsAt = instantFromMs(now + overlapMs);
          const isLive = (secret: { expiresAt: typeof now | undefined }) =>
            secret.expiresAt === undefined || secret.expiresAt > now;
          const ended = endsAfterRotation(secrets.filter(isLive), { now, overlapEndsAt });
          secrets = [...ended, { id: `${index + 10}` as Id<"secret">, expiresAt: undefined }];
          expect(secrets.filter(isLive).length).toBeLessThanOrEqual(maxLiveSecrets);
          expect(secrets.some(({ expiresAt }) => expiresAt === overlapEndsAt)).toBe(true);
        });
      },
    ),
  );
});
