import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { codeOf } from "../../test/authenticator.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { createAttemptLimiter } from "../auth/index.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { createIdFactory, type PersonId, type TenantId } from "../kernel/id.ts";
import { addMs } from "../kernel/instant.ts";
import {
  acceptInvitation,
  beginTotp,
  confirmTotp,
  createPasswordHasher,
  enterWithCode,
  inviteFirstOperator,
  resealTotpSecrets,
  signIn,
  sweepPeople,
} from "./index.ts";
import { removeMember } from "./members/change-member.ts";
import { insertMember } from "./members/store.ts";
import { disablePerson } from "./operators/change-operator.ts";
import { offerSignIn } from "./passkeys/offer-passkey.ts";
import { relyingPartyOf } from "./passkeys/relying-party.ts";
import type { OperatorRole } from "./roles/role.ts";
import { insertPerson, updateDisabled } from "./store.ts";

const cause = systemCause("test");
const clock = createManualClock();
const newId = createIdFactory(clock);
const oldKey = randomBytes(32);
const hasher = createPasswordHasher();
const arrival = {
  seat: { userAgent: "test", clientAddress: "127.0.0.1" },
  requestId: "test",
  earlierToken: undefined,
};
const email = "ada@example.com";
const password = "a long walk by the sea";
let testDatabase: TestDatabase;
let deps: Parameters<typeof signIn>[0] & Parameters<typeof beginTotp>[0];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const attempts = createAttemptLimiter(clock);
  deps = { database, clock, newId, hasher, attempts, keyRing: createKeyRing(oldKey) };
});
afterAll(() => testDatabase.drop());

test("the first operator has one link: a newer one ends it, and once somebody is in there is none", async () => {
  const first = (await inviteFirstOperator(deps, cause)) ?? "";
  const second = (await inviteFirstOperator(deps, cause)) ?? "";
  const accept = (token: string) =>
    acceptInvitation(deps, { token, email, name: "Ada Lovelace", password, arrival });
  await expect(accept(first)).rejects.toMatchObject({ refusal: { code: "not_found" } });
  const unnamed = { token: second, email: undefined, name: "Ada", password, arrival };
  await expect(acceptInvitation(deps, unnamed)).rejects.toMatchObject({
    refusal: { errors: [{ pointer: "/email" }] },
  });
  expect(await accept(second)).toMatchObject({ stage: "password" });
  expect(await inviteFirstOperator(deps, cause)).toBeUndefined();
});

test("the link for the first operator is over once somebody came in another way", async () => {
  await using own = await createTestDatabase();
  const alone = { ...deps, database: own.database };
  const token = (await inviteFirstOperator(alone, cause)) ?? "";
  await addPerson(own, undefined);
  const late = acceptInvitation(alone, { token, email, name: "Ada Lovelace", password, arrival });
  await expect(late).rejects.toMatchObject({ refusal: { code: "not_found" } });
});

test("an admin who was shut out is not the one who is left", async () => {
  await using own = await createTestDatabase();
  const { database } = own;
  const [left, out] = [await addPerson(own, "admin"), await addPerson(own, "admin")];
  await database.transaction((tx) => updateDisabled(tx, out, { isDisabled: true, now: clock.now() }));
  const conflict = { refusal: { code: "conflict" } };
  const disabling = database.transaction((tx) => disablePerson(deps, tx, { personId: left, cause }));
  await expect(disabling).rejects.toMatchObject(conflict);
  const tenantId = "T".repeat(26) as TenantId;
  const [member, gone] = [await addPerson(own, undefined), await addPerson(own, undefined)];
  for (const personId of [member, gone]) {
    await insertMember(database, { tenantId, personId, role: "admin", createdAt: clock.now() });
  }
  await database.transaction((tx) => updateDisabled(tx, gone, { isDisabled: true, now: clock.now() }));
  const byGone = { actor: { type: "person", id: gone }, requestId: undefined } as const;
  const removing = database.transaction((tx) =>
    removeMember(deps, tx, { tenantId, personId: member, cause: byGone }),
  );
  await expect(removing).rejects.toMatchObject(conflict);
});

test("of many guesses at the same moment as few are looked at as one after the other", async () => {
  const attempts = createAttemptLimiter(clock);
  const guessing = { ...deps, attempts, hasher: { ...hasher, verify: async () => false } };
  const guesses = Array.from({ length: 30 }, () =>
    signIn(guessing, { email: "guessed@example.com", password: "a guess", arrival }).catch(
      (error: { readonly refusal: { readonly code: string } }) => error.refusal.code,
    ),
  );
  const codes = await Promise.all(guesses);
  expect(codes.filter((code) => code === "sign_in_failed")).toHaveLength(10);
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(20);
});

test("whether anybody has the e-mail or not, one hash is reckoned", async () => {
  const reckoned: (string | undefined)[] = [];
  const counting = {
    ...deps,
    hasher: {
      ...hasher,
      verify: (hash: string | undefined, typed: string) => {
        reckoned.push(hash);
        return hasher.verify(hash, typed);
      },
    },
  };
  const failed = { refusal: { code: "sign_in_failed" } };
  const wrong = { password: "not the right one", arrival };
  await expect(signIn(counting, { ...wrong, email })).rejects.toMatchObject(failed);
  await expect(signIn(counting, { ...wrong, email: "nobody@example.com" })).rejects.toMatchObject(failed);
  expect(reckoned).toEqual([expect.stringContaining("$argon2id$"), undefined]);
});

test("a new master key re-wraps the secret of an authenticator, and its codes go on", async () => {
  const { database } = deps;
  await signIn(deps, { email, password, arrival });
  const session = await database.first<{ id: string; person_id: string }>(
    statement(`SELECT id, person_id FROM console_sessions ORDER BY created_at DESC, id DESC LIMIT 1`),
  );
  const standing = { personId: session?.person_id, sessionId: session?.id } as never as Parameters<
    typeof beginTotp
  >[2];
  const { secret } = await database.transaction((tx) => beginTotp(deps, tx, standing));
  await database.transaction((tx) =>
    confirmTotp(deps, tx, { ...standing, code: codeOf(secret, clock.now()), cause }),
  );
  const rotated = { ...deps, keyRing: createKeyRing(randomBytes(32), [oldKey]) };
  expect(await resealTotpSecrets(rotated, { cause })).toBe(1);
  expect(await resealTotpSecrets(rotated, { cause })).toBe(0);
  const withoutOld = { ...deps, keyRing: { ...rotated.keyRing, previous: [] } };
  clock.advance(30_000);
  const code = codeOf(secret, clock.now());
  expect(await enterWithCode(withoutOld, { ...standing, code, cause })).toMatchObject({ stage: "complete" });
});

test("sessions, links and challenges go an hour after their end, and not before", async () => {
  const { database } = deps;
  await offerSignIn({ ...deps, relyingParty: relyingPartyOf("http://127.0.0.1:8080") });
  const count = () =>
    database.first<{ sessions: number; links: number; challenges: number }>(
      statement(`SELECT (SELECT count(*)::integer FROM console_sessions) AS sessions,
          (SELECT count(*)::integer FROM invitations) AS links,
          (SELECT count(*)::integer FROM passkey_challenges) AS challenges`),
    );
  const before = await count();
  expect(before).toMatchObject({ challenges: 1, links: 2 });
  await sweepPeople(database, clock);
  expect(await count()).toEqual(before);
  const later = (ms: number) => ({ now: () => addMs(clock.now(), ms) });
  await sweepPeople(database, later(2 * 3_600_000));
  expect(await count()).toEqual({ ...before, challenges: 0 });
  await sweepPeople(database, later(14 * 3_600_000));
  expect(await count()).toMatchObject({ sessions: 0, links: 2 });
  await sweepPeople(database, later(8 * 86_400_000));
  expect(await count()).toMatchObject({ links: 0 });
});

async function addPerson(
  { database }: TestDatabase,
  operatorRole: OperatorRole | undefined,
): Promise<PersonId> {
  const id = newId<"person">();
  const person = { id, email: `${id}@example.com`, name: "Somebody", operatorRole, createdAt: clock.now() };
  await insertPerson(database, { ...person, passwordHash: "none" });
  return id;
}

test.each([
  ["http://127.0.0.1:8080", "localhost", "http://localhost:8080"],
  ["http://[::1]:8080", "localhost", "http://localhost:8080"],
  ["https://florin.example.com", "florin.example.com", "https://florin.example.com"],
  ["https://florin.example.com:8443/base", "florin.example.com", "https://florin.example.com:8443"],
])("keys for %s are made for the name %s", (baseUrl, id, origin) => {
  expect(relyingPartyOf(baseUrl)).toMatchObject({ id, origin });
});
