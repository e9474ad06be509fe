import Type, { type TSchema } from "typebox";
import type { SharedFilterName, SharedFilters } from "../../db/shared-filters.ts";
import { readTime } from "../../http/read-time.ts";
import { DateTimeSchema } from "../../http/schemas.ts";

interface SharedParameter<Value> {
  readonly name: string;
  readonly schema: TSchema;
  readonly read: (name: string, value: string | undefined) => Value | undefined;
}

const time = { schema: Type.Optional(DateTimeSchema), read: readTime };

/** The parameters of the filters that lists share. */
export const sharedParameters: {
  readonly [Filter in SharedFilterName]: SharedParameter<SharedFilters[Filter]>;
} = {
  createdAfter: { name: "created_after", ...time },
  createdBefore: { name: "created_before", ...time },
};
