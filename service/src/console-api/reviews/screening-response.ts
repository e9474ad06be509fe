import Type, { type Static } from "typebox";
import type { ReviewView } from "../../admin/index.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";

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
    threshold: Type.Integer(),
    screened: DateTimeSchema,
    further_hits: Type.Integer({ description: "Hits not included." }),
    unreadable_names: Type.Integer({ description: "Names that could not be compared completely." }),
    hits: Type.Array(HitSchema),
  }),
);

type Screening = ReviewView["screenings"][number];

/** The latest round (same timestamp), and earlier screenings with undecided hits. */
export function toDecideOn({
  screenings,
  undecided,
}: Pick<ReviewView, "screenings" | "undecided">): readonly Screening[] {
  const [last] = screenings;
  const latest = screenings.filter(({ screened }) => screened === last?.screened);
  return [...latest, ...undecided.filter(({ screened }) => screened !== last?.screened)];
}

export function presentScreening(screening: Screening): Static<typeof ScreeningSchema> {
  return {
    subject: screening.subject,
    outcome: screening.outcome === "clear" ? "clear" : "hit",
    list: screening.list,
    list_version: screening.listVersion,
    threshold: screening.threshold,
    screened: screening.screened,
    further_hits: screening.furtherHits,
    unreadable_names: screening.unreadableNames,
    hits: screening.hits.map(presentHit),
  };
}

function presentHit(hit: Screening["hits"][number]): Static<typeof HitSchema> {
  const { uid, program, score, explanation } = hit;
  return {
    uid,
    program,
    score,
    sanctioned_name: hit.sanctionedName,
    name_type: hit.nameType,
    entry_type: hit.entryType,
    ...presentExplanation(explanation),
  };
}

function presentExplanation(explanation: Screening["hits"][number]["explanation"]) {
  const { basis } = explanation;
  switch (basis) {
    case "name":
      return {
        basis,
        name_score: explanation.nameScore,
        words: explanation.words.map(({ sanctioned, found, similarity }) => ({
          sanctioned,
          found,
          similarity,
        })),
        further_words: explanation.furtherWords,
        birth_date: explanation.birthDate.effect,
        sanctioned_birth_dates: [...explanation.birthDate.sanctioned],
      };
    case "chain_address":
      return {
        basis,
        name_score: null,
        words: [],
        further_words: 0,
        birth_date: null,
        sanctioned_birth_dates: [],
      };
  }
}
