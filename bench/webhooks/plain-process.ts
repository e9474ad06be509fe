import { randomBytes } from "node:crypto";
import { Agent, request } from "undici";
import { createIdFactory } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { messageOf, signedHeaders } from "../../service/src/webhooks/message.ts";
import { ownCpuMs } from "../measure.ts";
import { benchEvent } from "./bench-event.ts";
import { responseParent } from "./child.ts";
import { endpointUrl, planTenants, reportedOf } from "./endpoints.ts";
import { momentMs } from "./moment.ts";
import type { PlainOutcome, PlainQuestions, PlainRun } from "./plain-loop.ts";

interface Post {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const newId = createIdFactory(systemClock);

/** A plain loop: all requests are prepared and signed before the clock starts; nothing is stored or retried. */
function main(): void {
  const agent = new Agent();
  responseParent<PlainQuestions>({ run: (run) => post(agent, run) }, () => agent.close());
}

async function post(agent: Agent, { concurrency, ...run }: PlainRun): Promise<PlainOutcome> {
  const posts = writePosts(run);
  const [startMs, startCpuMs] = [momentMs(), ownCpuMs()];
  let next = 0;
  const keepPosting = async (): Promise<void> => {
    for (let one = posts[next++]; one !== undefined; one = posts[next++]) await postOne(agent, one);
  };
  await Promise.all(Array.from({ length: concurrency }, keepPosting));
  return { ms: momentMs() - startMs, cpuMs: ownCpuMs() - startCpuMs };
}

async function postOne(agent: Agent, { url, headers, body }: Post): Promise<void> {
  const response = await request(url, { method: "POST", headers, body, dispatcher: agent });
  await response.body.dump();
  if (response.statusCode !== 204) throw new Error(`the receiver returned ${response.statusCode}`);
}

/** In the order of the service's deliveries: event by event, round-robin over the tenants. */
function writePosts({ subscriptions, ports, deliveries }: Omit<PlainRun, "concurrency">): readonly Post[] {
  const reported = planTenants(subscriptions).flatMap(reportedOf);
  const secret = randomBytes(32);
  const posts: Post[] = [];
  for (let number = 0; posts.length < deliveries; number += 1) {
    const { headers, body } = writeEvent(number, secret);
    for (const endpoint of reported[number % reported.length] ?? []) {
      posts.push({ url: endpointUrl(ports[endpoint] ?? 0, "prompt", endpoint), headers, body });
    }
  }
  return posts.slice(0, deliveries);
}

function writeEvent(number: number, secret: Buffer): Omit<Post, "url"> {
  const id = newId<"event">();
  const event = benchEvent(newId<"account">(), number);
  const message = messageOf({ ...event, id, createdAt: systemClock.now() });
  return { headers: signedHeaders(message, [secret], systemClock.now()), body: message.body };
}

main();
