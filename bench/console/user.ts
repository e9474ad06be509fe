import { createManagingAccount } from "../../service/src/accounts/index.ts";
import type { Database } from "../../service/src/db/database.ts";
import { systemCause } from "../../service/src/kernel/cause.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { createIdFactory, type TenantId, tenantOf } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { insertMember } from "../../service/src/users/members/store.ts";
import { openSession } from "../../service/src/users/sessions/open-session.ts";
import { createSessionCookie } from "../../service/src/users/sessions/session-cookie.ts";
import { insertUser } from "../../service/src/users/store.ts";
import { unaudited } from "../../service/test/unaudited.ts";

const clock = systemClock;
const newId = createIdFactory(clock);
const sessionClient = { userAgent: "bench", clientAddress: "127.0.0.1" };

/** Without a known password: the user is signed in already. */
const noPasswordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** A tenant, and the cookie of a member who is signed in. */
export async function createMember(
  database: Database,
  masterKey: Buffer,
): Promise<{ readonly tenantId: TenantId; readonly cookie: string }> {
  const deps = { clock, newId, keyRing: createKeyRing(masterKey) };
  return database.transaction(async (tx) => {
    const account = { name: "Benchmark", selfAttested: false, cause: systemCause("bench") };
    const { id } = await createManagingAccount(deps, tx, account);
    const now = clock.now();
    const userId = newId<"user">();
    const user = {
      id: userId,
      email: "bench@example.com",
      name: "Bench",
      operatorRole: undefined,
      createdAt: now,
    };
    await insertUser(unaudited(tx), { ...user, passwordHash: noPasswordHash });
    await insertMember(unaudited(tx), { tenantId: tenantOf(id), userId, role: "admin", createdAt: now });
    const session = await openSession(deps, tx, { userId, sessionClient, secondFactorAt: now });
    const [cookie = ""] = createSessionCookie("http://127.0.0.1").write(session.token).split(";");
    return { tenantId: tenantOf(id), cookie };
  });
}
