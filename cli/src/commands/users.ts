import type { LinkView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown, shown } from "../output.ts";

interface ListOptions extends JsonChoice {
  readonly operators: boolean;
}

interface InviteOptions extends JsonChoice {
  readonly email: string;
  readonly role: string;
  readonly account?: string;
}

interface ResetOptions extends JsonChoice, YesChoice {
  readonly forgetSecondFactors: boolean;
}

interface BreakGlassOptions extends JsonChoice, YesChoice {
  readonly remove: boolean;
}

export function addUserCommands(program: Command, context: CommandContext): void {
  const users = program.command("users").description("Manage console users");
  users
    .command("list")
    .description("List users, newest first")
    .option("--operators", "Only operators of this instance", false)
    .addOption(jsonOption())
    .action((options: ListOptions) => list(context, options));
  users
    .command("invite")
    .description("Create a single-use invitation link, valid for seven days; shown only once")
    .requiredOption("--email <email>", "Email address of the user")
    .requiredOption(
      "--role <role>",
      "admin, compliance, treasury, support or read_only; with --account: admin, developer or viewer",
    )
    .option(
      "--account <id>",
      "Managing account to invite to (default: invite as an operator of this instance)",
    )
    .addOption(jsonOption())
    .action((options: InviteOptions) => invite(context, options));
  users
    .command("reset <email>")
    .description("Create a password reset link; shown only once")
    .option(
      "--forget-second-factors",
      "Also remove the user's second factors, so that new ones can be set up",
      false,
    )
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((email: string, options: ResetOptions) => reset(context, email, options));
  users
    .command("link <invitation_id>")
    .description(
      "Create the link of an invitation or reset that was requested in the console; shown only once",
    )
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => showLink(context, id, options));
  addChangeCommands(users, context);
  users
    .command("break-glass <email>")
    .description(
      "Create a local admin for when the identity provider is down, with a link that sets the password",
    )
    .option("--remove", "Make the account an ordinary local user again", false)
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((email: string, options: BreakGlassOptions) => breakGlass(context, email, options));
}

function addChangeCommands(users: Command, context: CommandContext): void {
  users
    .command("role <email> <role>")
    .description("Change a user's operator role: admin, compliance, treasury, support, read_only or none")
    .addOption(jsonOption())
    .action((email: string, role: string, options: JsonChoice) =>
      changeRole(context, { email, role }, options),
    );
  users
    .command("disable <email>")
    .description("Disable a user and end all their sessions")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((email: string, options: YesChoice & JsonChoice) => disable(context, email, options));
  users
    .command("enable <email>")
    .description("Enable a disabled user")
    .addOption(jsonOption())
    .action((email: string, options: JsonChoice) => enable(context, email, options));
}

async function list(context: CommandContext, { operators, json }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "users list", async (api, admin) =>
    api.presentItems(await api.listUsers(admin, { operatorsOnly: operators }), api.presentUser),
  );
  printList(context, {
    items: items.map(({ last_seen_at: _, ...user }) => shown(user)),
    columns: [
      "email",
      "name",
      "operator_role",
      "source",
      "tenants",
      "has_second_factor",
      "created",
      "disabled",
    ],
    asJson: json,
    noun: "users",
    isComplete,
  });
}

async function invite(context: CommandContext, options: InviteOptions): Promise<void> {
  const { email, role, account, json } = options;
  const request = { email, role, ...(account === undefined ? {} : { managingAccountId: account }) };
  const shown = await withAdmin(context, "users invite", (api, admin) => api.inviteUser(admin, request));
  printOne(context, presentLink(email, shown), { asJson: json });
}

async function reset(
  context: CommandContext,
  email: string,
  { forgetSecondFactors, yes, json }: ResetOptions,
): Promise<void> {
  const consequence = "Anyone with this link can sign in without the user's second factor.";
  await confirm(context, { consequence, isConfirmed: yes || !forgetSecondFactors });
  const shown = await withAdmin(context, "users reset", (api, admin) =>
    api.resetUser(admin, { email, forgetsSecondFactors: forgetSecondFactors }),
  );
  printOne(context, presentLink(email, shown), { asJson: json });
}

async function breakGlass(
  context: CommandContext,
  email: string,
  { remove, yes, json }: BreakGlassOptions,
): Promise<void> {
  if (remove) {
    await withAdmin(context, "users break-glass", (api, admin) => api.removeBreakGlass(admin, email));
    printOne(context, { email, is_break_glass: false }, { asJson: json });
    return;
  }
  const consequence = `${email} becomes an admin who signs in without the identity provider.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const created = await withAdmin(context, "users break-glass", (api, admin) =>
    api.addBreakGlass(admin, email),
  );
  printOne(context, presentLink(email, created), { asJson: json });
}

async function showLink(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  const { link, expires } = await withAdmin(context, "users link", (api, admin) => api.showLink(admin, id));
  printOne(context, { invitation_id: id, link, expires }, { asJson: json });
}

async function changeRole(
  context: CommandContext,
  request: { readonly email: string; readonly role: string },
  { json }: JsonChoice,
): Promise<void> {
  await withAdmin(context, "users role", (api, admin) => api.changeUserRole(admin, request));
  const { email, role } = request;
  printOne(context, { email, operator_role: role === "none" ? null : role }, { asJson: json });
}

async function disable(
  context: CommandContext,
  email: string,
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `${email} loses access to the console, and all their sessions end immediately.`;
  await confirm(context, { consequence, isConfirmed: yes });
  await withAdmin(context, "users disable", (api, admin) => api.disableUser(admin, email));
  printOne(context, { email, is_disabled: true }, { asJson: json });
}

async function enable(context: CommandContext, email: string, { json }: JsonChoice): Promise<void> {
  await withAdmin(context, "users enable", (api, admin) => api.enableUser(admin, email));
  printOne(context, { email, is_disabled: false }, { asJson: json });
}

/** Links are shown only on standard output. */
function presentLink(email: string, { link, expires }: LinkView): Shown {
  return { email, link, expires };
}
