import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, inWords, named, nullableString } from "../../http/schemas.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import {
  type Entered,
  maxPasswordLength,
  memberRoles,
  minPasswordLength,
  operatorRoles,
} from "../../people/index.ts";

const maxEmailLength = 254;
const maxNameLength = 100;
const tokenLength = 43;

export const EmailSchema = Type.String({ format: "email", maxLength: maxEmailLength });

export const NameSchema = Type.String({
  minLength: 1,
  maxLength: maxNameLength,
  pattern: "^[^\\s\\p{Cc}](?:[^\\p{Cc}]*[^\\s\\p{Cc}])?$",
  ...inWords("text without control characters, and without blanks around it"),
});

/** Whatever was typed; whether it is right or strong enough is decided later. */
export const PasswordSchema = Type.String({ minLength: 1, maxLength: maxPasswordLength });

export const NewPasswordSchema = Type.String({
  minLength: minPasswordLength,
  maxLength: maxPasswordLength,
  description: "Any characters; not the e-mail, the name or what is guessed first.",
});

export const LinkTokenSchema = Type.String({
  pattern: `^[A-Za-z0-9_-]{${tokenLength}}$`,
  ...inWords("what stands behind the # of the link"),
});

export const OperatorRoleSchema = Type.Enum([...operatorRoles]);
export const MemberRoleSchema = Type.Enum([...memberRoles]);

export const nullableDateTime = (description: string) => nullableString({ format: "date-time", description });

export const EnteredSchema = named(
  "ConsoleEntered",
  Type.Object({
    stage: Type.Enum(["password", "complete"], {
      description: "`password` until a second factor was shown; nothing else works before.",
    }),
    second_factors: Type.Object({
      totp: Type.Boolean(),
      passkeys: Type.Integer({ description: "How many." }),
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
      description: "Each stands in for the second factor once. Shown this once.",
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
        "Whom it is for. Null for the first operator, and in the answer that shows the link for a new password.",
    }),
    role: nullableString({ description: "Null for a new password." }),
    person_id: nullableString({ description: "Whose password it makes new." }),
    forgets_second_factors: Type.Boolean(),
    invited_by: nullableString({ description: "Null for the service and the command line." }),
    created_at: DateTimeSchema,
    expires_at: DateTimeSchema,
  }),
);

export const InvitationsSchema = named(
  "ConsoleInvitations",
  Type.Object({ invitations: Type.Array(InvitationSchema) }),
);

export const LinkSchema = named(
  "ConsoleLink",
  Type.Object({
    invitation: InvitationSchema,
    link: Type.String({ description: "Good once. Shown this once: hand it to the person yourself." }),
  }),
);

export function formatOptional(instant: Instant | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}
