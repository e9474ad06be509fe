import Type from "typebox";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import type { Screening } from "./screening-store.ts";

const WordSchema = Type.Object({
  sanctioned: Type.String({ description: "Word of the name on the list." }),
  found: Type.String({ description: "`equal`, `similar`, `initial` or `missing`." }),
  similarity: Type.Integer({ description: "0 to 1000." }),
});

const HitSchema = Type.Object(
  {
    uid: Type.String({ description: "UID of the sanctions list entry." }),
    sanctioned_name: Type.String(),
    name_type: Type.String(),
    program: Type.String(),
    entry_type: Type.String(),
    score: Type.Integer({ description: "0 to 1000, including the birth date." }),
    basis: Type.String({ description: "`name` or `chain_address`." }),
    name_score: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
    words: Type.Array(WordSchema),
    further_words: Type.Integer({
      description: "Words of the subject that are not in the name on the list.",
    }),
    birth_date: nullableString({ description: "Birth date comparison: `equal`, `near`, `differs`, …" }),
    sanctioned_birth_dates: Type.Array(Type.String()),
  },
  { description: "A sanctions list entry that the subject is similar to." },
);

export const ScreeningSchema = named(
  "ConsoleScreening",
  Type.Object({
    subject: Type.String({ description: "`business`, or the label of an individual." }),
    outcome: Type.Enum(["clear", "hit"]),
    list: Type.String(),
    list_version: Type.String(),
    list_sha256: Type.String(),
    algorithm: Type.Integer({ description: "Version of the comparison of names." }),
    threshold: Type.Integer(),
    screened: DateTimeSchema,
    further_hits: Type.Integer({ description: "Hits not included." }),
    unreadable_names: Type.Integer({ description: "Names that could not be compared completely." }),
    hits: Type.Array(HitSchema),
  }),
);

const noExplanation = {
  nameScore: undefined,
  words: [],
  furtherWords: 0,
  birthDate: undefined,
  sanctionedBirthDates: [],
};

export function withExplanations(screening: Screening) {
  return {
    ...screening,
    subject: screening.subjectLabel,
    list: screening.listName,
    screened: screening.screenedAt,
    outcome: screening.outcome === "clear" ? ("clear" as const) : ("hit" as const),
    hits: screening.hits.map(({ explanation, ...hit }) => ({ ...hit, ...explained(explanation) })),
  };
}

function explained(explanation: Screening["hits"][number]["explanation"]) {
  switch (explanation.basis) {
    case "name": {
      const { effect, sanctioned } = explanation.birthDate;
      return { ...explanation, birthDate: effect, sanctionedBirthDates: sanctioned };
    }
    case "chain_address":
      return { ...noExplanation, basis: explanation.basis };
  }
}
