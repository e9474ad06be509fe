import { invalidValue } from "./scim-error.ts";

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

const maxResults = 200;
const defaultResults = 100;

/** RFC 7643 §5. */
export function serviceProviderConfig(base: string): object {
  const unsupported = { supported: false };
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    patch: { supported: true },
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: unsupported,
    sort: unsupported,
    etag: unsupported,
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "A token of florin admin scim token create.",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

/** RFC 7643 §6. */
export function resourceTypes(base: string): readonly object[] {
  return [resourceType(base, "User", userSchema), resourceType(base, "Group", groupSchema)];
}

function resourceType(base: string, name: "User" | "Group", schema: string): object {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
  };
}

/** RFC 7643 §7: the attributes that are stored. */
export function schemas(base: string): readonly object[] {
  const schema = (id: string, name: string, attributes: readonly object[]) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    id,
    name,
    attributes,
    meta: { resourceType: "Schema", location: `${base}/Schemas/${id}` },
  });
  return [
    schema(userSchema, "User", [
      attribute("userName", { required: true, uniqueness: "server" }),
      attribute("displayName"),
      attribute("active", { type: "boolean" }),
      attribute("name", {
        type: "complex",
        subAttributes: [attribute("givenName"), attribute("familyName"), attribute("formatted")],
      }),
      attribute("emails", {
        type: "complex",
        multiValued: true,
        subAttributes: [attribute("value"), attribute("type"), attribute("primary", { type: "boolean" })],
      }),
    ]),
    schema(groupSchema, "Group", [
      attribute("displayName", { required: true, uniqueness: "server" }),
      attribute("members", { type: "complex", multiValued: true, subAttributes: [attribute("value")] }),
    ]),
  ];
}

function attribute(name: string, extra: object = {}): object {
  return {
    name,
    type: "string",
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...extra,
  };
}

export interface ScimPage {
  readonly startIndex: number;
  readonly count: number;
}

/** RFC 7644 §3.4.2.4: the first item is 1; less than one means one, and less than none means none. */
export function readPage({ startIndex, count }: Readonly<Record<string, unknown>>): ScimPage {
  return {
    startIndex: Math.max(1, readCount("startIndex", startIndex) ?? 1),
    count: Math.min(maxResults, Math.max(0, readCount("count", count) ?? defaultResults)),
  };
}

function readCount(name: string, text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text === "string" && /^-?\d{1,9}$/.test(text)) return Number(text);
  throw invalidValue(`${name} must be a whole number`);
}

export function listResponse(resources: readonly object[], total: number, startIndex: number): object {
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
