import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { installDraining } from "./draining.ts";
import { createInFlight } from "./in-flight.ts";

test("a connection opened while the server closes is dropped, even if it never sends a request", async () => {
  const app = fastify();
  installDraining(app, createInFlight());
  let lateEnded: Promise<unknown> | undefined;
  // Hooks run in the order in which they are added: the idle connection is already dropped.
  app.addHook("preClose", async () => {
    const late = connect(port(), "127.0.0.1");
    lateEnded = once(late, "close");
    await once(app.server, "connection");
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const port = (): number => (app.server.address() as AddressInfo).port;
  const accepted = once(app.server, "connection");
  const idle = connect(port(), "127.0.0.1");
  await accepted;
  const idleEnded = once(idle, "close");
  await app.close();
  await idleEnded;
  await lateEnded;
  expect(lateEnded).toBeDefined();
});
