import Type, { type TSchema } from "typebox";
import { jsonType, multipartType } from "./conventions.ts";
import {
  type FilePart,
  fileMemberName,
  fileNameMemberName,
  filePartName,
  type RequestBody,
} from "./route.ts";

/** The two ways to send a file: as it is, in a form, or in base64, in JSON. */
export function describeUpload({ schema, example }: RequestBody, file: FilePart): object {
  const [fileExample, contentExample] = [file.example.toString("latin1"), file.example.toString("base64")];
  const fields = typeof example === "object" ? example : {};
  return {
    [multipartType]: {
      schema: formUploadSchema(schema, file),
      encoding: { [filePartName]: { contentType: file.contentTypes.join(", ") } },
      example: { ...fields, [filePartName]: fileExample },
    },
    [jsonType]: {
      schema: jsonUploadSchema(schema, file),
      example: { ...fields, [fileMemberName]: contentExample },
    },
  };
}

/** The parts of a form with a file. The format of the part is said by its encoding, as OpenAPI 3.1 has it. */
export function formUploadSchema(
  schema: TSchema,
  { description, maxBytes }: Pick<FilePart, "description" | "maxBytes">,
): TSchema {
  const file = Type.String({
    contentMediaType: "application/octet-stream",
    description: `${description} At most ${maxBytes} bytes.`,
  });
  return withMembers(schema, { [filePartName]: file });
}

const maxFileNameLength = 255;

/** The JSON body of an upload: its fields, the bytes, and a name that nobody looks at. */
export function jsonUploadSchema(schema: TSchema, { description }: Pick<FilePart, "description">): TSchema {
  const content = Type.String({
    contentEncoding: "base64",
    description: `${description} In base64 (RFC 4648 §4, padded). A form is preferred: it is a quarter smaller.`,
  });
  const name = Type.Optional(
    Type.String({ maxLength: maxFileNameLength, description: "Accepted, and not kept." }),
  );
  return withMembers(schema, { [fileMemberName]: content, [fileNameMemberName]: name });
}

function withMembers(schema: TSchema, members: Readonly<Record<string, TSchema>>): TSchema {
  const { properties = {}, ...options } = schema as TSchema & {
    readonly properties?: Record<string, TSchema>;
    readonly required?: readonly string[];
  };
  const required = Object.keys(members).filter((name) => name !== fileNameMemberName);
  return {
    ...options,
    properties: { ...members, ...properties },
    required: [...required, ...(options.required ?? [])],
  };
}
