/** As much of JSON Schema 2020-12 as the API document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
}

export type Resolve = (schema: JsonSchema) => JsonSchema;

/** Follows references into the document and merges the parts of an `allOf` into one schema. */
export function createResolver(document: unknown): Resolve {
  const resolve: Resolve = (schema) => {
    const { $ref, allOf, ...own } = schema;
    if ($ref !== undefined) return merge(resolve(lookUp(document, $ref)), own);
    return allOf === undefined ? own : allOf.map(resolve).reduce(merge, own);
  };
  return resolve;
}

function lookUp(document: unknown, ref: string): JsonSchema {
  const path = ref.replace(/^#\//, "").split("/");
  return path.reduce<unknown>(
    (node, name) => (node as Record<string, unknown>)[name],
    document,
  ) as JsonSchema;
}

function merge(left: JsonSchema, right: JsonSchema): JsonSchema {
  const properties = { ...left.properties, ...right.properties };
  const required = [...(left.required ?? []), ...(right.required ?? [])];
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}
