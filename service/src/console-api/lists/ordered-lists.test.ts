import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { createRowsRead } from "../../../test/rows-read.ts";
import { idAt, type NewId } from "../../kernel/id.ts";
import { addMs, formatInstant, type Instant, parseInstant } from "../../kernel/instant.ts";
import { selectRequests } from "../../request-log/store.ts";
import { insertRequests } from "../../request-log/store.ts";

let api: TestApi;
let client: TestClient;
let developer: TestUser;
const minuteMs = 60_000;
const count = 9;
const startedAt = parseInstant("2026-11-10T12:00:00Z") as Instant;
const timeOf = (minute: number) => formatInstant(addMs(startedAt, minute * minuteMs));

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient();
  developer = await createUser(api, { memberOf: client.accountId, memberRole: "developer" });
  await insertRequests(api.database, Array.from({ length: count }, (_, minute) => requestAt(minute)));
});
afterAll(() => api.stop());
