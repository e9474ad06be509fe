import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { codeOf } from "../../test/authenticator.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { rewrapTable } from "../../test/rewrap-table.ts";
import { unaudited } from "../../test/unaudited.ts";
import { createManagingAccount } from "../accounts/index.ts";
import { createAttemptLimiter } from "../auth/index.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { createIdFactory, type TenantId, type UserId } from "../kernel/id.ts";
import { addMs } from "../kernel/instant.ts";
import {
  acceptInvitation,
  beginTotp,
  confirmTotp,
  createPasswordHasher,
  enterWithCode,
  invite,
  inviteFirstOperator,
  listMembers,
  signIn,
  sweepUsers,
} from "./index.ts";
import { removeMember } from "./members/change-member.ts";
import { insertMember } from "./members/store.ts";
import { disableUser } from "./operators/change-operator.ts";
import { offerSignIn } from "./passkeys/offer-passkey.ts";
import { relyingPartyOf } from "./passkeys/relying-party.ts";
import type { OperatorRole } from "./roles/role.ts";
import { insertUser, updateDisabled } from "./store.ts";
import { users } from "./tables.ts";

const cause = systemCause("test");
const clock = createManualClock();
const newId = createIdFactory(clock);
const oldKey = randomBytes(32);
const hasher = createPasswordHasher();
const signInAttempt = {
  sessionClient: { userAgent: "test", clientAddress: "127.0.0.1" },
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
  const attempts = createAttemptLimiter(clock, "users");
  const local = { allowsLocalSignIn: true, onBreakGlass: () => {} };
  deps = { database, clock, newId, hasher, attempts, keyRing: createKeyRing(oldKey), ...local };
});
afterAll(() => testDatabase.drop());

test("the first operator has one link: a newer one replaces it, and none exists once a user has joined", async () => {
  const first = (await inviteFirstOperator(deps, cause)) ?? "";
  const second = (await inviteFirstOperator(deps, cause)) ?? "";
  const accept = (token: string) =>
    acceptInvitation(deps, { token, email, name: "Ada Lovelace", password, signInAttempt });
  await expect(accept(first)).rejects.toMatchObject({ refusal: { code: "not_found" } });
  const unnamed = { token: second, email: undefined, name: "Ada", password, signInAttempt };
  await expect(acceptInvitation(deps, unnamed)).rejects.toMatchObject({
    refusal: { errors: [{ pointer: "/email" }] },
  });
  expect(await accept(second)).toMatchObject({ stage: "password" });
  expect(await inviteFirstOperator(deps, cause)).toBeUndefined();
});

test("the first operator's link ends once another user has joined", async () => {
  await using testDatabase = await createTestDatabase();
  const alone = { ...deps, database: testDatabase.database };
  const token = (await inviteFirstOperator(alone, cause)) ?? "";
  await addUser(testDatabase, undefined);
  const late = acceptInvitation(alone, { token, email, name: "Ada Lovelace", password, signInAttempt });
  await expect(late).rejects.toMatchObject({ refusal: { code: "not_found" } });
});

test("the first operator is an admin of the demo accounts, which no other operator is", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const alone = { ...deps, database };
  const demo = await database.transaction((tx) =>
    createManagingAccount(alone, tx, { name: "Demo", selfAttested: true, cause }),
  );
  const first = (await inviteFirstOperator(alone, cause)) ?? "";
  const accept = (token: string, given: string | undefined) =>
    acceptInvitation(alone, { token, email: given, name: "Ada Lovelace", password, signInAttempt });
  await accept(first, email);
  const grant = { kind: "operator", email: "bob@example.com", role: "admin" } as const;
  const { token } = await database.transaction((tx) => invite(alone, tx, { grant, cause }));
  await accept(token, undefined);
  const { members } = await listMembers(database, demo.tenantId);
  expect(members.map((member) => [member.email, member.role])).toEqual([[email, "admin"]]);
});

test("a disabled admin does not count as the remaining admin", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const [active, disabled] = [await addUser(testDatabase, "admin"), await addUser(testDatabase, "admin")];
  await database.transaction((tx) =>
    updateDisabled(unaudited(tx), disabled, { disabledBy: "admin", now: clock.now() }),
  );
  const conflict = { refusal: { code: "conflict" } };
  const disabling = database.transaction((tx) => disableUser(deps, tx, { userId: active, cause }));
  await expect(disabling).rejects.toMatchObject(conflict);
  const tenantId = "T".repeat(26) as TenantId;
  const [member, gone] = [await addUser(testDatabase, undefined), await addUser(testDatabase, undefined)];
  for (const userId of [member, gone]) {
    await insertMember(unaudited(database), { tenantId, userId, role: "admin", createdAt: clock.now() });
  }
  await database.transaction((tx) =>
    updateDisabled(unaudited(tx), gone, { disabledBy: "admin", now: clock.now() }),
  );
  const byGone = { actor: { type: "user", id: gone }, requestId: undefined } as const;
  const removing = database.transaction((tx) =>
    removeMember(deps, tx, { tenantId, userId: member, cause: byGone }),
  );
  await expect(removing).rejects.toMatchObject(conflict);
});

test("concurrent guesses are limited like sequential ones", async () => {
  const attempts = createAttemptLimiter(clock, "users");
  const guessing = { ...deps, attempts, hasher: { ...hasher, verify: async () => false } };
  const guesses = Array.from({ length: 30 }, () =>
    signIn(guessing, { email: "guessed@example.com", password: "a guess", signInAttempt }).catch(
      (error: { readonly refusal: { readonly code: string } }) => error.refusal.code,
    ),
  );
  const codes = await Promise.all(guesses);
  expect(codes.filter((code) => code === "sign_in_failed")).toHaveLength(10);
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(20);
});

test("exactly one hash is computed, whether or not the email exists", async () => {
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
  const wrong = { password: "not the right one", signInAttempt };
  await expect(signIn(counting, { ...wrong, email })).rejects.toMatchObject(failed);
  await expect(signIn(counting, { ...wrong, email: "unknown@example.com" })).rejects.toMatchObject(failed);
  expect(reckoned).toEqual([expect.stringContaining("$argon2id$"), undefined]);
});

test("an authenticator's codes stay valid after its secret is rewrapped with a new master key", async () => {
  const { database } = deps;
  await signIn(deps, { email, password, signInAttempt });
  const session = await database.first(
    statement<{ id: string; userId: string }>(
      `SELECT id, user_id FROM console_sessions ORDER BY created_at DESC, id DESC LIMIT 1`,
    ),
  );
  const membership = { userId: session?.userId, sessionId: session?.id } as never as Parameters<
    typeof beginTotp
  >[2];
  const { secret } = await database.transaction((tx) => beginTotp(deps, tx, membership));
  await database.transaction((tx) =>
    confirmTotp(deps, tx, { ...membership, code: codeOf(secret, clock.now()), cause }),
  );
  const rotated = { ...deps, keyRing: createKeyRing(randomBytes(32), [oldKey]) };
  expect(await rewrapTable(rotated, users)).toBe(1);
  expect(await rewrapTable(rotated, users)).toBe(0);
  const withoutOld = { ...deps, keyRing: { ...rotated.keyRing, previous: [] } };
  clock.advance(30_000);
  const code = codeOf(secret, clock.now());
  expect(await enterWithCode(withoutOld, { ...membership, code, cause })).toMatchObject({
    stage: "complete",
  });
});

test("sessions, links and challenges are deleted an hour after their end, not earlier", async () => {
  const { database } = deps;
  await offerSignIn({ ...deps, relyingParty: relyingPartyOf("http://127.0.0.1:8080") });
  const count = () =>
    database.first(
      statement<{
        sessions: number;
        links: number;
        challenges: number;
      }>(`SELECT (SELECT count(*)::integer FROM console_sessions) AS sessions,
          (SELECT count(*)::integer FROM invitations) AS links,
          (SELECT count(*)::integer FROM passkey_challenges) AS challenges`),
    );
  const before = await count();
  expect(before).toMatchObject({ challenges: 1, links: 2 });
  await sweepUsers(database, clock);
  expect(await count()).toEqual(before);
  const later = (ms: number) => ({ now: () => addMs(clock.now(), ms) });
  await sweepUsers(database, later(2 * 3_600_000));
  expect(await count()).toEqual({ ...before, challenges: 0 });
  await sweepUsers(database, later(14 * 3_600_000));
  expect(await count()).toMatchObject({ sessions: 0, links: 2 });
  await sweepUsers(database, later(8 * 86_400_000));
  expect(await count()).toMatchObject({ links: 0 });
});

async function addUser({ database }: TestDatabase, operatorRole: OperatorRole | undefined): Promise<UserId> {
  const id = newId<"user">();
  const user = { id, email: `${id}@example.com`, name: "Test User", operatorRole, createdAt: clock.now() };
  await insertUser(unaudited(database), { ...user, passwordHash: "none" });
  return id;
}

test.each([
  ["http://127.0.0.1:8080", "localhost", "http://localhost:8080"],
  ["http://[::1]:8080", "localhost", "http://localhost:8080"],
  ["https://florin.example.com", "florin.example.com", "https://florin.example.com"],
  ["https://florin.example.com:8443/base", "florin.example.com", "https://florin.example.com:8443"],
])("credentials for %s have the relying party id %s", (baseUrl, id, origin) => {
  expect(relyingPartyOf(baseUrl)).toMatchObject({ id, origin });
});
