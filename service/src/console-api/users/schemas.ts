import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, inWords, named, nullableString } from "../../http/schemas.ts";
import {
  type Entered,
  maxPasswordLength,
  memberRoles,
  minPasswordLength,
  operatorRoles,
} from "../../users/index.ts";

const maxEmailLength = 254;
const maxNameLength = 100;
const tokenLength = 43;

export const EmailSchema = Type.String({ format: "email", maxLength: maxEmailLength });

export const NameSchema = Type.String({
  minLength: 1,
  maxLength: maxNameLength,
  pattern: "^[^\\s\\p{Cc}](?:[^\\p{Cc}]*[^\\s\\p{Cc}])?$",
  ...inWords("text without control characters or surrounding spaces"),
});

/** Any input; correctness and strength are checked later. */
export const PasswordSchema = Type.String({ minLength: 1, maxLength: maxPasswordLength });

export const NewPasswordSchema = Type.String({
  minLength: minPasswordLength,
  maxLength: maxPasswordLength,
  description: "Any characters; not the email, the name or a common password.",
});

export const LinkTokenSchema = Type.String({
  pattern: `^[A-Za-z0-9_-]{${tokenLength}}$`,
  ...inWords("the token after the # of the link"),
});

export const OperatorRoleSchema = Type.Enum([...operatorRoles]);
export const MemberRoleSchema = Type.Enum([...memberRoles]);

export const nullableDateTime = (description: string) => nullableString({ format: "date-time", description });

export const EnteredSchema = named(
  "ConsoleEntered",
  Type.Object({
    stage: Type.Enum(["password", "complete"], {
      description: "`password` until the second factor is confirmed; until then nothing else works.",
    }),
    second_factors: Type.Object({
      totp: Type.Boolean(),
      passkeys: Type.Integer({ description: "Number of passkeys." }),
    }),
  }),
);

export function presentEntered({ stage, factors }: Entered): Static<typeof EnteredSchema> {
  return { stage, second_factors: { totp: factors.hasTotp, passkeys: factors.passkeys } };
}

export const RecoveryCodesSchema = named(
  "ConsoleRecoveryCodes",
  Type.Object({
    recovery_codes: Type.Array(Type.String(), {
      description: "Each replaces the second factor once. Shown only once.",
    }),
  }),
);

export const InvitationSchema = named(
  "ConsoleInvitation",
  Type.Object({
    invitation_id: IdSchema,
    kind: Type.Enum(["operator", "member", "reset"]),
    email: nullableString({
      description:
        "Email of the invitee. Null for the first operator, and in the response that creates a reset link.",
    }),
    role: nullableString({ description: "Null for a password reset." }),
    user_id: nullableString({ description: "User whose password is reset." }),
    forgets_second_factors: Type.Boolean(),
    invited_by: nullableString({ description: "Null if created by the service or on the command line." }),
    created_at: DateTimeSchema,
    expires_at: DateTimeSchema,
  }),
);

export const InvitationsSchema = named(
  "ConsoleInvitations",
  Type.Object({ invitations: Type.Array(InvitationSchema) }),
);

export const InvitedSchema = named(
  "ConsoleInvited",
  Type.Object({
    invitation: InvitationSchema,
    delivery: Type.Enum(["email", "command_line"], {
      description:
        "How the user gets the link: `command_line` is for operators, with `florin admin users link`.",
    }),
  }),
);
