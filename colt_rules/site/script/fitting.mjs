/** Whether data match a schema of events/schemas; supports the part of JSON Schema that these schemas use. */

/** The first mismatch as `{at, expected, got}`, or null. */
export function misfit(schema, value, at = "data", root = schema) {
  if (schema.$ref) return misfit(root.$defs[schema.$ref.split("/").at(-1)], value, at, root);
  if (schema.anyOf) {
    const found = schema.anyOf.map((one) => misfit(one, value, at, root));
    return found.includes(null) ? null : found[0];
  }
  if (!IS[schema.type](value)) return { at, expected: schema.type, got: shown(value) };
  if (schema.type === "array") return firstOf(value.keys(), (i) => misfit(schema.items, value[i], `${at}.${i}`, root));
  if (schema.type === "object") return misfitFields(schema, value, at, root);
  return null;
}

const IS = {
  string: (value) => typeof value === "string",
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function misfitFields({ properties, required }, value, at, root) {
  const fields = new Set([...required, ...Object.keys(value)]);
  return firstOf(fields, (name) => {
    const here = `${at}.${name}`;
    if (!Object.hasOwn(value, name)) return { at: here, expected: properties[name].type ?? "value", got: "nothing" };
    if (!Object.hasOwn(properties, name)) return { at: here, expected: "nothing", got: shown(value[name]) };
    return misfit(properties[name], value[name], here, root);
  });
}

function firstOf(items, find) {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return null;
}

/** A value from a file, shortened for a message. */
export function shown(value) {
  if (Array.isArray(value)) return "array";
  if (isObject(value)) return "object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
