/** Markup whose text is escaped. */
export interface Html {
  readonly html: string;
}

type Part = string | Html | readonly Html[];

/** Text in the template becomes text on the page, whatever it contains. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map(render)) };
}

function render(part: Part): string {
  if (typeof part === "string")
    return part.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return "html" in part ? part.html : part.map((each) => each.html).join("");
}
