import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import type { UserSummary } from "./store.ts";

export const UserSchema = named(
  "ConsoleUser",
  Type.Object({
    user_id: IdSchema,
    email: Type.String(),
    name: Type.String(),
    operator_role: nullableString({ description: "Null for non-operators." }),
    source: Type.Enum(["local", "sso", "scim"], {
      description: "What manages the user: Florin, single sign-on, or SCIM.",
    }),
    is_break_glass: Type.Boolean(),
    tenants: Type.Integer({ description: "Number of tenants the user is a member of." }),
    has_second_factor: Type.Boolean(),
    created_at: DateTimeSchema,
    last_seen_at: nullableString({ format: "date-time", description: "Null if long ago." }),
    disabled_at: nullableString({ format: "date-time", description: "Null for active users." }),
  }),
);

export const presentUser = (user: UserSummary) => present(UserSchema, { ...user, userId: user.id });
