/** Name of an individual or of a business. Their words are parsed differently. */
export type NameKind = "individual" | "business";
