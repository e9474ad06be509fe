/** The error types of RFC 7644 §3.12 that are used here. */
type ScimType =
  | "invalidFilter"
  | "uniqueness"
  | "invalidSyntax"
  | "invalidPath"
  | "invalidValue"
  | "mutability";

/** A refused SCIM request. */
export class ScimError extends Error {
  override readonly name = "ScimError";
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export function invalidValue(detail: string): ScimError {
  return new ScimError(400, detail, "invalidValue");
}

export function presentError(status: number, detail: string, scimType?: string): object {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(status),
    detail,
    ...(scimType === undefined ? {} : { scimType }),
  };
}
