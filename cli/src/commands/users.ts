import type { LinkView } from "@florin/service/admin";
import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { flag, optional, required } from "../command-options.ts";

export const userCommands: CommandGroup = {
  name: "users",
  description: "Manage console users",
  commands: [
    listCommand("list", {
      description: "List users, newest first",
      options: [flag("--operators", "Only operators of this instance")],
      run: async (api, admin, { operators }) =>
        api.presentItems(await api.listUsers(admin, { operatorsOnly: operators }), (user) => {
          const { last_seen_at: _, ...rest } = api.presentUser(user);
          return rest;
        }),
      noun: "users",
      columns: "email name operator_role source tenants has_second_factor created disabled",
    }),
    itemCommand("invite", {
      description: "Create a single-use invitation link, valid for seven days; shown only once",
      options: [
        required("--email <email>", "Email address of the user"),
        required(
          "--role <role>",
          "admin, compliance, treasury, support or read_only; with --account: admin, developer or viewer",
        ),
        optional(
          "--account <id>",
          "Managing account to invite to (default: invite as an operator of this instance)",
        ),
      ],
      run: async (api, admin, { email, role, account }) => {
        const request = { email, role, ...(account === undefined ? {} : { managingAccountId: account }) };
        return linkOf(email, await api.inviteUser(admin, request));
      },
    }),
    itemCommand("reset <email>", {
      description: "Create a password reset link; shown only once",
      options: [
        flag(
          "--forget-second-factors",
          "Also remove the user's second factors, so that new ones can be set up",
        ),
      ],
      consequence: ({ forgetSecondFactors }) =>
        forgetSecondFactors
          ? "Anyone with this link can sign in without the user's second factor."
          : undefined,
      run: async (api, admin, { email, forgetSecondFactors: forgetsSecondFactors }) =>
        linkOf(email, await api.resetUser(admin, { email, forgetsSecondFactors })),
    }),
    itemCommand("link <invitation_id>", {
      description:
        "Create the link of an invitation or reset that was requested in the console; shown only once",
      run: async (api, admin, { invitationId }) => {
        const { link, expires } = await api.showLink(admin, invitationId);
        return { invitation_id: invitationId, link, expires };
      },
    }),
    itemCommand("role <email> <role>", {
      description: "Change a user's operator role: admin, compliance, treasury, support, read_only or none",
      run: async (api, admin, { email, role }) => {
        await api.changeUserRole(admin, { email, role });
        return { email, operator_role: role === "none" ? null : role };
      },
    }),
    itemCommand("confirm <email>", {
      description: "Confirm that a user is a separate individual, who counts beside others for approvals",
      consequence: ({ email }) => `${email} can approve beside users whose access has the same origin.`,
      run: async (api, admin, { email }) => {
        await api.confirmUser(admin, email);
        return { email, is_confirmed: true };
      },
    }),
    itemCommand("disable <email>", {
      description: "Disable a user and end all their sessions",
      consequence: ({ email }) =>
        `${email} loses access to the console, and all their sessions end immediately.`,
      run: async (api, admin, { email }) => {
        await api.disableUser(admin, email);
        return { email, is_disabled: true };
      },
    }),
    itemCommand("enable <email>", {
      description: "Enable a disabled user",
      run: async (api, admin, { email }) => {
        await api.enableUser(admin, email);
        return { email, is_disabled: false };
      },
    }),
    itemCommand("break-glass <email>", {
      description:
        "Create a local admin for when the identity provider is down, with a link that sets the password",
      options: [flag("--remove", "Make the account an ordinary local user again")],
      consequence: ({ email, remove }) =>
        remove ? undefined : `${email} becomes an admin who signs in without the identity provider.`,
      run: async (api, admin, { email, remove }) => {
        if (!remove) return linkOf(email, await api.addBreakGlass(admin, email));
        await api.removeBreakGlass(admin, email);
        return { email, is_break_glass: false };
      },
    }),
  ],
};

/** Links are shown only on standard output. */
function linkOf(email: string, { link, expires }: LinkView) {
  return { email, link, expires };
}
