import type { LinkView, PersonView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

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

export function addPeopleCommands(program: Command, surroundings: Surroundings): void {
  const people = program.command("people").description("who may use the console");
  people
    .command("list")
    .description("list them, newest first")
    .option("--operators", "only those who run the service", false)
    .addOption(jsonOption())
    .action((options: ListOptions) => list(surroundings, options));
  people
    .command("invite")
    .description("make a link that lets somebody in, once and for seven days; shown this once")
    .requiredOption("--email <email>", "whom it is for")
    .requiredOption(
      "--role <role>",
      "admin, compliance, treasury, support or read_only; with --account: admin, developer or viewer",
    )
    .option("--account <id>", "into this managing account; else among those who run the service")
    .addOption(jsonOption())
    .action((options: InviteOptions) => invite(surroundings, options));
  people
    .command("reset <email>")
    .description("make a link for a new password; shown this once")
    .option("--forget-second-factors", "they were lost, too: set up new ones", false)
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((email: string, options: ResetOptions) => reset(surroundings, email, options));
  addChangeCommands(people, surroundings);
}

function addChangeCommands(people: Command, surroundings: Surroundings): void {
  people
    .command("role <email> <role>")
    .description("give another role: admin, compliance, treasury, support, read_only or none")
    .addOption(jsonOption())
    .action((email: string, role: string, options: JsonChoice) =>
      changeRole(surroundings, { email, role }, options),
    );
  people
    .command("disable <email>")
    .description("shut somebody out, at once")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((email: string, options: YesChoice & JsonChoice) => disable(surroundings, email, options));
  people
    .command("enable <email>")
    .description("let somebody in again")
    .addOption(jsonOption())
    .action((email: string, options: JsonChoice) => enable(surroundings, email, options));
}

async function list(surroundings: Surroundings, { operators, json }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "people list", (door, admin) =>
    door.listPeople(admin, { operatorsOnly: operators }),
  );
  printList(surroundings, {
    items: items.map(present),
    columns: ["email", "name", "operator_role", "tenants", "has_second_factor", "created", "disabled"],
    asJson: json,
    noun: "people",
    isComplete,
  });
}

async function invite(surroundings: Surroundings, options: InviteOptions): Promise<void> {
  const { email, role, account, json } = options;
  const request = { email, role, ...(account === undefined ? {} : { managingAccountId: account }) };
  const shown = await withAdmin(surroundings, "people invite", (door, admin) =>
    door.invitePerson(admin, request),
  );
  printOne(surroundings, presentLink(email, shown), { asJson: json });
}

async function reset(
  surroundings: Surroundings,
  email: string,
  { forgetSecondFactors, yes, json }: ResetOptions,
): Promise<void> {
  const consequence = "Whoever gets this link can come in without any second factor that the person had.";
  await confirm(surroundings, { consequence, isConfirmed: yes || !forgetSecondFactors });
  const shown = await withAdmin(surroundings, "people reset", (door, admin) =>
    door.resetPerson(admin, { email, forgetsSecondFactors: forgetSecondFactors }),
  );
  printOne(surroundings, presentLink(email, shown), { asJson: json });
}

async function changeRole(
  surroundings: Surroundings,
  request: { readonly email: string; readonly role: string },
  { json }: JsonChoice,
): Promise<void> {
  await withAdmin(surroundings, "people role", (door, admin) => door.changePersonRole(admin, request));
  const { email, role } = request;
  printOne(surroundings, { email, operator_role: role === "none" ? null : role }, { asJson: json });
}

async function disable(
  surroundings: Surroundings,
  email: string,
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `${email} is shut out of the console at once, wherever they are signed in.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  await withAdmin(surroundings, "people disable", (door, admin) => door.disablePerson(admin, email));
  printOne(surroundings, { email, is_disabled: true }, { asJson: json });
}

async function enable(surroundings: Surroundings, email: string, { json }: JsonChoice): Promise<void> {
  await withAdmin(surroundings, "people enable", (door, admin) => door.enablePerson(admin, email));
  printOne(surroundings, { email, is_disabled: false }, { asJson: json });
}

/** The only place where a link is shown, and standard output the only way it goes. */
function presentLink(email: string, { link, expires }: LinkView): Shown {
  return { email, link, expires };
}

function present(person: PersonView): Shown {
  return {
    person_id: person.id,
    email: person.email,
    name: person.name,
    operator_role: person.operatorRole ?? null,
    tenants: person.tenants,
    has_second_factor: person.hasSecondFactor,
    created: person.created,
    disabled: person.disabled ?? null,
  };
}
