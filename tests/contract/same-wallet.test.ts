import { randomBytes } from "node:crypto";
import { getAddress } from "viem/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningService, startService } from "../guides/start-service.ts";
import { type DemoClient, openDemoClient, type Reply } from "../section-12/demo-client.ts";

/** Section 13 of the contract: a wallet that is added twice. */

let service: RunningService;
let client: DemoClient;
beforeAll(async () => {
  service = await startService();
  client = await openDemoClient(service, "standard");
});
afterAll(() => service.stop());

const newWallet = (): string => getAddress(`0x${randomBytes(20).toString("hex")}`);
const add = (body: object): Promise<Reply> => client.send("POST", "/addresses/external", body);
const firstPointer = ({ status, body }: Reply) => [status, body.errors[0].pointer];

describe("the same wallet again", () => {
  test("is the existing address, with further chains of its family", async () => {
    const body = { name: "Payouts", address: newWallet(), transfer_types: ["base"] };
    const first = await add(body);
    const again = await add({ ...body, address: body.address.toLowerCase(), name: "Other" });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    const more = await add({ ...body, transfer_types: ["ethereum", "base"] });
    expect(more.status).toBe(200);
    expect(more.body).toMatchObject({ id: first.body.id, transfer_types: ["ethereum", "base"] });
    expect(firstPointer(await add({ ...body, transfer_types: ["base", "solana"] }))).toEqual([
      422,
      "/transfer_types",
    ]);
  });

  test("many equal requests at once add one address with all chains", async () => {
    const body = { name: "Race", address: newWallet() };
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        add({ ...body, transfer_types: [index % 2 === 0 ? "base" : "ethereum"] }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      ...Array(7).fill(200),
      201,
    ]);
    expect(new Set(replies.map(({ body: { id } }) => id)).size).toBe(1);
    const { addresses } = await client.get(`/addresses?address=${body.address}`);
    expect(addresses).toMatchObject([{ transfer_types: ["ethereum", "base"] }]);
  });

  test("an archived or custodial one is still a conflict that names it", async () => {
    const body = { name: "Payouts", address: newWallet(), transfer_types: ["base"] };
    const { id } = (await add(body)).body;
    await client.send("PATCH", `/addresses/${id}`, { status: "archived" });
    const archived = await add(body);
    expect([archived.status, archived.body.detail]).toEqual([409, expect.stringContaining(id)]);
    const own = (await client.get("/addresses?type=internal&transfer_type=base")).addresses[0];
    const custodial = await add({ ...body, address: own.address });
    expect([custodial.status, custodial.body.detail]).toEqual([409, expect.stringContaining(own.id)]);
  });
});
