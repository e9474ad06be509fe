import { randomBytes } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { describeApi } from "../http/openapi.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { describedEvents, eventTypeNames, eventTypes } from "./event-types.ts";
import { messageOf, signedHeaders } from "./message.ts";

const deployment = { baseUrl: "https://api.example.com", authUrl: "https://auth.example.com", lists: {} };
const document = describeApi([], deployment, describedEvents);
const webhooks = (document.webhooks ?? {}) as Readonly<Record<string, { readonly post: Delivery }>>;

interface Delivery {
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: { readonly $ref?: string };
  }[];
  readonly requestBody: { readonly content: { readonly "application/json": { readonly example: unknown } } };
  readonly responses: Readonly<Record<string, object>>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "api", ...document, type: "object" });

test("the OpenAPI document describes every event type as a webhook, in an existing section", () => {
  expect(Object.keys(webhooks)).toEqual(eventTypeNames);
  expect(document["tags"]).toEqual([describedEvents.tag]);
  for (const { post } of Object.values(webhooks)) {
    expect(post.tags).toEqual([describedEvents.tag.name]);
    expect(Object.keys(post.responses)).toContain("2XX");
  }
});

describe.each(eventTypes)("a delivery of $type", ({ type, example }) => {
  const event = {
    id: createIdFactory(systemClock)<"event">(),
    type,
    createdAt: systemClock.now(),
    data: example,
  };
  const secrets = [randomBytes(32), randomBytes(32)] as const;
  const message = messageOf(event);

  test("has the body that the document shows and describes", () => {
    const body = `api#/webhooks/${type}/post/requestBody/content/application~1json`;
    const validate = ajv.compile({ $ref: `${body}/schema` });
    for (const sent of [
      JSON.parse(message.body),
      webhooks[type]?.post.requestBody.content["application/json"].example,
    ]) {
      validate(sent);
      expect(validate.errors ?? []).toEqual([]);
    }
    expect(validate({ ...JSON.parse(message.body), type: "another.type" })).toBe(false);
  });

  test("has the headers that the document describes, and no others", () => {
    const { "content-type": mediaType, ...sent } = signedHeaders(message, secrets, systemClock.now());
    const parameters = webhooks[type]?.post.parameters ?? [];
    expect(mediaType).toBe("application/json");
    expect(parameters.map(({ name }) => name).sort()).toEqual(Object.keys(sent).sort());
    for (const { name, in: place, required, schema } of parameters) {
      expect([place, required]).toEqual(["header", true]);
      const validate = ajv.compile(schema.$ref === undefined ? schema : { $ref: `api${schema.$ref}` });
      expect(validate(sent[name]), name).toBe(true);
      expect(validate("something else"), name).toBe(false);
    }
  });
});
