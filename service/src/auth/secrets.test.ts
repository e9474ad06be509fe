import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdFactory, type Id } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { digestSecret, endsAfterRotation, findMatch, maxLiveSecrets, newSecret } from "./secrets.ts";

const pepper = randomBytes(32);
const newId = createIdFactory({ now: () => instantFromMs(1_000) });

test("a secret has 256 random bits after a prefix that secret scanners recognize", () => {
  expect(newSecret()).toMatch(/^florin_sk_[A-Za-z0-9_-]{43}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test("a secret matches its own digest only, in any storage order", () => {
  const [secret, other] = [newSecret(), newSecret()];
  const stored = (text: string, key = pepper) => ({ id: newId<"secret">(), digest: digestSecret(key, text) });
  const [right, wrong] = [stored(secret), stored(other)];
  expect(findMatch([right], right.digest)).toBe(right);
  expect(findMatch([wrong, right], right.digest)).toBe(right);
  expect(findMatch([right, wrong], right.digest)).toBe(right);
  expect(findMatch([wrong], right.digest)).toBeUndefined();
  expect(findMatch([stored(secret, randomBytes(32))], right.digest)).toBeUndefined();
});

test("without a stored digest nothing matches, not even an all-zero digest", () => {
  expect(findMatch([], Buffer.alloc(32))).toBeUndefined();
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
